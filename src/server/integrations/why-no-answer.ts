/** Says in a few plain words why an HTTP request got no answer, with the machine's own word for whoever installs. */
export function whyNoAnswer(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed'
  // One way of asking tells of the time that is up itself, the other that it was given up for it.
  if (isNamed(error, 'TimeoutError')) return 'no answer in time'
  // Comes without a code from one of them.
  if (isNamed(error, 'HTTPParserError')) return 'its answer made no sense'
  const code = codeOf(error.cause) ?? codeOf(error)
  return code ? `${wordsOf(code)} (${code})` : 'the connection failed'
}

function wordsOf(code: string): string {
  if (code === 'ECONNREFUSED') return 'nothing listens at its address'
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return 'its name leads nowhere'
  if (['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)) return 'the connection was cut'
  if (code.startsWith('HPE_')) return 'its answer made no sense'
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return 'its certificate does not hold'
  return 'the connection failed'
}

const isNamed = (error: Error, name: string): boolean =>
  [error, error.cause].some((one) => one instanceof Error && one.name === name)

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

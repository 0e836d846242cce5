/** An answer that goes on and on, which nobody can keep. */
export class EndlessAnswer extends Error {}

/**
 * Says why an HTTP request got no answer that could be read: what it means, and a few plain words with the machine's own
 * word for whoever installs.
 */
export function whyNoAnswer(error: unknown): { kind: 'unreachable' | 'vendor-fault'; why: string } {
  if (!(error instanceof Error)) return { kind: 'unreachable', why: 'the connection failed' }
  if (error instanceof EndlessAnswer) return { kind: 'vendor-fault', why: 'its answer has no end' }
  // One way of asking tells of the time that is up itself, the other that it was given up for it.
  if (isNamed(error, 'TimeoutError')) return { kind: 'unreachable', why: 'no answer in time' }
  // Comes without a code from one of them.
  if (isNamed(error, 'HTTPParserError')) return { kind: 'vendor-fault', why: NONSENSE }
  const code = codeOf(error.cause) ?? codeOf(error)
  if (!code) return { kind: 'unreachable', why: 'the connection failed' }
  return code.startsWith('HPE_')
    ? { kind: 'vendor-fault', why: `${NONSENSE} (${code})` }
    : { kind: 'unreachable', why: `${wordsOf(code)} (${code})` }
}

const NONSENSE = 'its answer made no sense'

function wordsOf(code: string): string {
  if (code === 'ECONNREFUSED') return 'nothing listens at its address'
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return 'its name leads nowhere'
  if (['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)) return 'the connection was cut'
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return 'its certificate is not valid'
  return 'the connection failed'
}

const isNamed = (error: Error, name: string): boolean =>
  [error, error.cause].some((one) => one instanceof Error && one.name === name)

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

const GIVE_UP_AFTER = 20_000

/**
 * Posts JSON with credentials (docs/spec.md, 'Calls and bodies'). A network failure, 20 s without an answer, or a page in place
 * of one throws; an answer that is not whole by then throws where it is read.
 */
export function post(path: string, body: unknown, options: { keepalive?: boolean } = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return inTime(path, { method: 'POST', headers, body: JSON.stringify(body), ...options })
}

/** Asks with credentials. A network failure or 20 s without an answer throws, as for `post`. */
export const get = (path: string): Promise<Response> => inTime(path, {})

async function inTime(path: string, request: RequestInit): Promise<Response> {
  const abort = new AbortController()
  // Goes on once an answer has begun: on a network that breaks off its rest may never come. Of a whole one it ends nothing.
  setTimeout(() => abort.abort(), GIVE_UP_AFTER)
  const answer = await fetch(path, { credentials: 'include', signal: abort.signal, ...request })
  // What stands in between, such as a firewall that asks whether this is a person, has passed nothing on to our server.
  if (answer.ok && !answer.headers.get('content-type')?.startsWith('application/json'))
    throw new TypeError(`${path} was answered by something on the way`)
  return answer
}

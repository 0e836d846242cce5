const GIVE_UP_AFTER = 20_000

/**
 * Posts JSON with credentials (docs/spec.md, 'Calls and bodies'). A network failure or 20 s without an answer throws.
 */
export function post(path: string, body: unknown, options: { keepalive?: boolean } = {}): Promise<Response> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), GIVE_UP_AFTER)
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'include',
    body: JSON.stringify(body),
    signal: abort.signal,
    ...options,
  }).finally(() => clearTimeout(timer))
}

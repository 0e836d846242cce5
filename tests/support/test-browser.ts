/** An answer with its JSON body read; `body` is null where there was none. */
export type Answer = {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape and assert what they find
  body: any
  text: string
}

/** Sends requests as one browser: keeps cookies and names its origin, as browsers do. */
export type TestBrowser = {
  get(path: string): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  send(
    method: string,
    path: string,
    options?: { body?: string; headers?: Record<string, string> },
  ): Promise<Answer>
  cookies: Map<string, string>
}

/** A phone inside Instagram, which no bot filter takes for a machine. */
export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21E236 Instagram 331.0.2.29.89 (iPhone15,3; iOS 17_4_1; en_US; scale=3.00)'

/** A browser without cookies. `headers` go with each of its requests; a lower-case name replaces the usual one. */
export function createBrowser(
  url: string,
  userAgent = phone,
  always: Record<string, string> = {},
): TestBrowser {
  const cookies = new Map<string, string>()
  async function send(
    method: string,
    path: string,
    options: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
      headers: {
        'user-agent': userAgent,
        ...(cookie ? { cookie } : {}),
        ...(method === 'GET' ? {} : { origin: url }),
        ...always,
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: options.body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '' || attributes.some((attribute) => /max-age=0/i.test(attribute))) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(text), text }
  }
  return {
    cookies,
    send,
    get: (path) => send('GET', path),
    post: (path, body, headers = {}) =>
      send('POST', path, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

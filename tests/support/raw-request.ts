import { request } from 'node:http'

/** An answer as it came over the wire. */
export type RawAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends a request that no browser would: the path as it stands, headers of any size, any method. */
export function rawRequest(
  url: string,
  options: {
    method: string
    path: string
    headers?: Record<string, string>
    body?: string | Buffer
  },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const { method, path, headers, body } = options
  return new Promise((resolve, reject) => {
    const call = request(
      { hostname, port, method, path, headers, agent: false, timeout: 10_000 },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        // The server may answer and close before it has read a body that is too large.
        answer.on('error', () => {})
        answer.on('close', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      },
    )
    call.on('error', reject)
    call.on('timeout', () => call.destroy(new Error('no answer in 10 s')))
    call.end(body)
  })
}

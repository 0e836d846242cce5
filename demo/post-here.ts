import { type IncomingHttpHeaders, request } from 'node:http'

/** What the running product answered. */
export type Posted = { status: number; headers: IncomingHttpHeaders; text: string }

/**
 * Posts to the running product over a connection of its own. Broken off, it leaves nothing open: a connection kept for
 * later would make the product wait for it when it stops.
 */
export function postHere(
  address: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const call = request(address, { method: 'POST', headers, signal, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** Whether a post was taken; one that the product was too busy for was not, and anything else is a fault of the demo. */
export function isTaken(path: string, { status }: Posted): boolean {
  if (status >= 200 && status < 300) return true
  if (status === 503 || status === 429) return false
  throw new Error(`${path} answered ${status}`)
}

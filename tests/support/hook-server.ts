import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A running receiver of outgoing webhooks. */
export type HookServer = {
  url: string
  /** The bodies of the calls it answered with success. */
  taken: Record<string, unknown>[]
  /** Every call, whatever it was answered. */
  calls(): number
  /** Answers so many calls with this status, or with `hang` never. */
  answerWith(status: number | 'hang', times?: number): void
  stop(): Promise<void>
}

/** Starts a local receiver of outgoing webhooks. */
export async function startHookServer(): Promise<HookServer> {
  let status: number | 'hang' = 200
  let left = 0
  let calls = 0
  const taken: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    calls += 1
    const answer = left > 0 ? status : 200
    left -= 1
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      if (answer === 'hang') return
      if (answer < 300) taken.push(JSON.parse(body))
      response.writeHead(answer, { location: 'http://127.0.0.1:1/' })
      response.end('fine')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server's address is an object, never a pipe's name.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    taken,
    calls: () => calls,
    answerWith(next, times = Number.POSITIVE_INFINITY) {
      status = next
      left = times
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

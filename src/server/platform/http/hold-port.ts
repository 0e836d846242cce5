import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** A port that is taken while the product starts. */
export type HeldPort = {
  /** Lets go of the port, so that the app can listen on it. */
  release(): Promise<void>
}

/**
 * Takes the port before anything else is made, so that one in use stops the start at once. Until the app listens,
 * whoever asks hears that the server is starting; `/healthz` says that the process is alive.
 */
export async function holdPort(address: { host: string; port: number }): Promise<HeldPort> {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) =>
    answer(response, request.url === '/healthz' ? 200 : 503),
  )
  server.listen(address)
  await once(server, 'listening')
  return {
    async release() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(response: ServerResponse, status: 200 | 503): void {
  const body =
    status === 200 ? { status: 'alive' } : { error: 'The server is starting. Please try again in a moment.' }
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
    ...(status === 503 && { 'Retry-After': '2' }),
  })
  response.end(JSON.stringify(body))
}

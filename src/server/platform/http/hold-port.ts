import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isForEyes, pageOfSentence } from './problem-page.ts'

const AGAIN_SECONDS = 2

/** This process could not listen where it was to; the cause says why. */
export class ListenFailure extends Error {}

/** Waits for a server to listen, or throws a `ListenFailure`: a HOST without an address fails as a database's name does. */
export async function untilListening<T>(listening: Promise<T>): Promise<T> {
  return listening.catch((cause: unknown) => {
    throw new ListenFailure('The server cannot listen.', { cause })
  })
}

/** A port that is taken while the product starts. */
export type HeldPort = {
  /** Lets go of the port, so that the app can listen on it. */
  release(): Promise<void>
}

/**
 * Takes the port before anything else is made, so that one in use stops the start at once. Until the app listens,
 * whoever asks hears that the server is starting, and a visitor's page opens by itself once it has; `/healthz` says that the
 * process is alive.
 */
export async function holdPort(address: { host: string; port: number }): Promise<HeldPort> {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) =>
    request.url === '/healthz'
      ? send(response, 200, json({ status: 'alive' }))
      : sendStarting(request, response),
  )
  server.listen(address)
  await untilListening(once(server, 'listening'))
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

type Answer = { headers: Record<string, string>; body: string }

const json = (body: object): Answer => ({
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
})

const STARTING = 'The server is starting. Please try again in a moment.'

function sendStarting(request: IncomingMessage, response: ServerResponse): void {
  // What was posted would be lost on the way: whoever sent it does so again.
  const opensItself = request.method === 'GET' && isForEyes(request)
  const sentence = opensItself ? 'One moment: this page opens by itself.' : STARTING
  const { headers, html } = pageOfSentence(sentence, { leadsHome: false })
  const answer = isForEyes(request) ? { headers, body: html } : json({ error: STARTING })
  const again = {
    'Retry-After': String(AGAIN_SECONDS),
    ...(opensItself && { Refresh: String(AGAIN_SECONDS) }),
  }
  send(response, 503, { ...answer, headers: { ...answer.headers, ...again } })
}

function send(response: ServerResponse, status: 200 | 503, { headers, body }: Answer): void {
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
    ...headers,
  })
  response.end(body)
}

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as a stand-in of the demo meets it. */
export type LocalCall = {
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  text: string
}

/** A stand-in's answer. */
export type LocalAnswer = { status: number; body?: unknown }

/** A server that only this machine reaches. */
export type LocalServer = { origin: string; stop(): Promise<void> }

/** Starts a server on a free port of 127.0.0.1 that answers JSON. */
export async function listenHere(answer: (call: LocalCall) => LocalAnswer): Promise<LocalServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => response.destroy())
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url: path, headers } = request
      const text = Buffer.concat(chunks).toString()
      const { status, body } = answerOr500(answer, { method, path, headers, text })
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body === undefined ? '' : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // A listening TCP server's address is an object, never a pipe's name.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answerOr500(answer: (call: LocalCall) => LocalAnswer, call: LocalCall): LocalAnswer {
  try {
    return answer(call)
  } catch {
    // A stand-in that stumbles is a vendor in trouble, not the end of the demo.
    return { status: 500 }
  }
}

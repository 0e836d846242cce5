import type { Socket } from 'node:net'

const STATUS = {
  400: { line: '400 Bad Request', sentence: 'The request could not be read.' },
  408: { line: '408 Request Timeout', sentence: 'The request took too long to arrive.' },
  431: { line: '431 Request Header Fields Too Large', sentence: 'The request headers are too large.' },
}

/** Answers a request that is no readable HTTP, or that never ends, with a plain sentence, then closes. */
export function answerClientError(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error)
    return
  }
  // Who opened a page is a person; the beginning of the request is all there is to tell by.
  const { rawPacket } = error
  const isPage = Buffer.isBuffer(rawPacket) && /^GET \/(?!api\/)/.test(rawPacket.toString('latin1', 0, 16))
  if (error.code === 'HPE_HEADER_OVERFLOW') closeWith(socket, 431, isPage)
  else closeWith(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400, isPage)
}

/** Sends an answer past the app, and ends the connection however much the other side still sends. */
export function closeWith(socket: Socket, status: keyof typeof STATUS, isPage = false): void {
  const { line, sentence } = STATUS[status]
  const type = isPage ? 'text/plain' : 'application/json'
  const body = isPage ? sentence : JSON.stringify({ error: sentence })
  socket.write(
    `HTTP/1.1 ${line}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

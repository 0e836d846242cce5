import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_EVERY_MS = 50
// What is still being sent after that may take hours: a film, which goes on by its range, or a download, which begins anew.
const FINISH_WITHIN_MS = 4000

/**
 * Lets the app close as soon as what was asked is answered, and within some seconds: ends connections that never asked for
 * anything (browsers open them ahead of time, and Node counts them as busy), those that have got their answer, and at last
 * those whose answer goes on.
 */
export function closeUnused(app: FastifyInstance, finishWithinMs = FINISH_WITHIN_MS): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
    const looking = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS)
    const ending = setTimeout(() => app.server.closeAllConnections(), finishWithinMs).unref()
    app.server.once('close', () => {
      clearInterval(looking)
      clearTimeout(ending)
    })
  })
}

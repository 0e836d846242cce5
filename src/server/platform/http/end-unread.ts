import type { FastifyInstance } from 'fastify'

// A player that was paused takes its film up again by a range, and a download begins anew.
const UNREAD_MS = 300_000

/**
 * Ends an answer of which nothing was taken for minutes: it would hold its file, and what was read ahead, for as long as
 * somebody keeps the connection. One that has nothing to send just now, such as a live stream, goes on.
 */
export function endUnread(app: FastifyInstance, unreadMs = UNREAD_MS): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    // Told of only once the connection has been still for so long in both directions.
    raw.setTimeout(unreadMs, () => {
      if (raw.writableLength > 0) raw.destroy()
    })
    done()
  })
}

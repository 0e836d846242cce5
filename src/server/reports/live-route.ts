import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { OwnerGate } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live.ts'
import { countActive } from './count-distinct.ts'
import { createLiveStreams, type LiveStream } from './live-streams.ts'

// A browser that does not read what it is sent must not fill the memory.
const MOST_UNREAD_BYTES = 64 * 1024

/**
 * `GET /api/live`: server-sent events for an open dashboard (contract: `LiveEvents`). 'active' comes at once,
 * with each change of visitors and every 15 seconds, 'told' once; the stream ends when the session does.
 */
export function liveRoute(
  app: FastifyInstance,
  parts: {
    ownerGate: OwnerGate
    sessionOf(request: FastifyRequest): string | null
    database: Database
    clock: Clock
    live: Pick<Live, 'subscribe' | 'lastTold'>
  },
): void {
  const streams = createLiveStreams({
    countActive: () => countActive(parts.database, parts.clock.now()),
    live: parts.live,
    onProblem: (error) => app.log.warn({ err: error }, 'trouble with the live streams'),
  })
  app.addHook('preClose', async () => streams.stop())

  app.get(
    '/api/live',
    { config: { summary: 'What changes, as server-sent events; for the owner.' } },
    async (request, reply) => {
      await parts.ownerGate(request)
      const answer = reply.raw
      const stream: LiveStream = {
        send(event, data) {
          if (answer.writableEnded) return
          if (answer.writableLength > MOST_UNREAD_BYTES) stream.end()
          else answer.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
        },
        end() {
          close()
          answer.end()
        },
        check: () => parts.ownerGate(request),
      }
      const close = streams.open(parts.sessionOf(request) ?? '', stream)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) answer.setHeader(name, value)
      answer.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no',
      })
      answer.flushHeaders()
      answer.on('close', close)
      parts.live.lastTold((lastTold) => stream.send('told', { lastTold }))
    },
  )
}

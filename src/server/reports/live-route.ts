import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { OwnerGate } from '#server/platform/http/serve.ts'
import type { Live, Topic } from '#server/platform/live.ts'
import { countActive } from './count-distinct.ts'

const BEAT_MS = 15_000

/**
 * `GET /api/live`: server-sent events for an open dashboard (contract: `LiveEvents`). 'active' comes at once,
 * with each change of visitors and every 15 seconds; the stream ends when the session does.
 */
export function liveRoute(
  app: FastifyInstance,
  parts: { ownerGate: OwnerGate; database: Database; clock: Clock; live: Live },
): void {
  const closers = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const close of closers) close()
  })

  app.get(
    '/api/live',
    { config: { summary: 'What changes, as server-sent events; for the owner.' } },
    async (request, reply) => {
      await parts.ownerGate(request)
      reply.hijack()
      const stream = reply.raw
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) stream.setHeader(name, value)
      stream.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      })
      const send = (event: string, data: object) =>
        stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      const sendActive = async () =>
        send('active', { activeNow: await countActive(parts.database, parts.clock.now()) })
      const onProblem = (error: unknown) => {
        request.log.warn({ err: error }, 'a live stream ended')
        close()
      }
      const unsubscribe = parts.live.subscribe((topics: Topic[]) => {
        send('changed', { topics })
        if (topics.includes('visitors') || topics.includes('blocking')) sendActive().catch(onProblem)
      })
      const beat = setInterval(() => {
        parts.ownerGate(request).then(sendActive).catch(onProblem)
      }, BEAT_MS)
      const close = () => {
        clearInterval(beat)
        unsubscribe()
        closers.delete(close)
        stream.end()
      }
      closers.add(close)
      stream.on('close', close)
      await sendActive().catch(onProblem)
    },
  )
}

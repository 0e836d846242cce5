import type { FastifyInstance } from 'fastify'
import { unmatchedApi } from '#contract/unmatched.ts'
import type { Captured } from '#server/capture/capture-lead.ts'
import type { Submit } from '#server/capture/submit.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { makeLead, matchToLead } from './link-people.ts'
import { listUnmatched } from './unmatched-store.ts'

/** The owner's calls about people who applied, booked or paid and are no lead. */
export function unmatchedRoutes(
  app: FastifyInstance,
  parts: {
    database: Database
    queue: Pick<Queue, 'send'>
    newId: NewId
    captureLead(submit: Submit): Promise<Captured>
    ownerGate: OwnerGate
    clock: Clock
    live: Live
  },
): void {
  const changed = ({ leadId }: { leadId: string }) => {
    parts.live.changed('leads')
    parts.live.changed('tags')
    return { success: true as const, leadId }
  }
  serve(app, unmatchedApi, parts.ownerGate, {
    'GET /api/unmatched': async ({ limit }, { reply }) => {
      const { rows, total } = await listUnmatched(parts.database, { limit })
      reply.header('X-Total-Count', String(total))
      return rows
    },
    'POST /api/unmatched/:id/join': async ({ id, leadId }) =>
      changed(await matchToLead(parts, { externalEventId: id, leadId, at: parts.clock.now() })),
    'POST /api/unmatched/:id/lead': async ({ id }) => changed(await makeLead(parts, id, parts.clock.now())),
  })
}

import type { FastifyInstance } from 'fastify'
import { unconfirmedApi } from '#contract/unconfirmed.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import { isId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CaptureParts } from './capture-lead.ts'
import { decideOnDetails } from './decide-on-details.ts'
import { listUnconfirmed } from './unconfirmed-store.ts'

/** The owner's calls about details that came with a known email from another browser. */
export function unconfirmedRoutes(
  app: FastifyInstance,
  parts: CaptureParts & { ownerGate: OwnerGate; clock: Clock; live: Pick<Live, 'changed'> },
): void {
  const decide = async (id: string, word: 'confirmed' | 'parted') => {
    await decideOnDetails(parts, id, word, parts.clock.now())
    for (const topic of ['leads', 'tags', 'visitors'] as const) parts.live.changed(topic)
    return { success: true as const }
  }
  serve(app, unconfirmedApi, parts.ownerGate, {
    'GET /api/leads/:leadId/unconfirmed': async ({ leadId }) => {
      const rows = isId(leadId) ? await listUnconfirmed(parts.database, leadId) : undefined
      if (!rows) throw new Refusal('not-found', 'There is no such lead.')
      return rows
    },
    'POST /api/unconfirmed/:id/confirm': ({ id }) => decide(id, 'confirmed'),
    'POST /api/unconfirmed/:id/part': ({ id }) => decide(id, 'parted'),
  })
}

import type { FastifyInstance } from 'fastify'
import { peopleApi } from '#contract/people.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live.ts'
import type { ErasedVisitors } from '#server/tracking/erased-visitors.ts'
import { type ErasureParts, erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'

/** The owner's calls for one person's rights: what is held, and taking it back (docs/spec.md, 'Privacy'). */
export function peopleRoutes(
  app: FastifyInstance,
  parts: ErasureParts & { ownerGate: OwnerGate; live: Live; erasedVisitors: ErasedVisitors },
): void {
  serve(app, peopleApi, parts.ownerGate, {
    'GET /api/people/:personId/export': async ({ personId }, { reply }) => {
      const held = await exportPerson(parts.database, personId, parts.clock.now())
      reply.header('content-disposition', `attachment; filename="person-${personId}.json"`)
      return held
    },
    'POST /api/people/:personId/erase': async ({ personId }) => {
      await erasePerson(parts, personId)
      await parts.erasedVisitors.readAgain()
      for (const topic of ['leads', 'tags', 'visitors'] as const) parts.live.changed(topic)
      return { success: true }
    },
  })
}

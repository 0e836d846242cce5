import type { FastifyInstance } from 'fastify'
import { ASKED_FOR_DAYS, outcomesApi } from '#contract/outcomes.ts'
import { writePhone } from '#server/capture/read-phone.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { idOfBooking, noteOutcome, takeBackOutcome } from './note-outcome.ts'
import { listWithoutOutcome } from './store.ts'

const A_DAY = 86_400_000

/** The owner's calls about what became of booked calls. */
export function outcomeRoutes(
  app: FastifyInstance,
  parts: {
    ownerGate: OwnerGate
    database: Database
    queue: Pick<Queue, 'send'>
    clock: Clock
    newId: NewId
    live: Pick<Live, 'changed'>
  },
): void {
  const { database, clock, live } = parts
  serve(app, outcomesApi, parts.ownerGate, {
    'GET /api/bookings/without-outcome': async ({ limit }, { reply }) => {
      const now = clock.now()
      const since = new Date(now.getTime() - ASKED_FOR_DAYS * A_DAY)
      const { rows, total } = await listWithoutOutcome(database, { since, now, limit })
      reply.header('X-Total-Count', String(total))
      return rows.map(({ startAt, endAt, ...row }) => ({
        ...row,
        phoneText: row.phone && writePhone(row.phone, row.phone.startsWith('+') ? row.phone : null),
        startTime: startAt.toISOString(),
        endTime: endAt?.toISOString() ?? null,
      }))
    },

    'POST /api/bookings/:uid/outcome': async ({ uid, outcome }) => {
      const id = await idOfBooking(database, uid)
      const status = await noteOutcome(parts, { id, outcome, at: clock.now() })
      live.changed('leads')
      return { success: true, status }
    },

    'DELETE /api/bookings/:uid/outcome': async ({ uid }) => {
      const status = await takeBackOutcome(parts, { id: await idOfBooking(database, uid), at: clock.now() })
      live.changed('leads')
      return { success: true, status }
    },
  })
}

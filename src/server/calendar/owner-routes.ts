import type { FastifyInstance } from 'fastify'
import { type CalendarSetup, calendarOwnerApi } from '#contract/calendar.ts'
import { noteOutcome } from '#server/bookings/note-outcome.ts'
import { writePhone } from '#server/capture/read-phone.ts'
import { whyNotOutside } from '#server/integrations/post-outside.ts'
import type { Clock } from '#server/platform/clock.ts'
import { withinDeadline } from '#server/platform/deadline.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { BookingTokens } from './booking-token.ts'
import { countBusy, setBusyAddress } from './busy-store.ts'
import { countFreeSlots } from './find-slots.ts'
import { BUSY_ADDRESS, type BusyParts, readBusyTimes } from './read-busy-times.ts'
import { changeRules, readCalendar, renewFeed } from './store.ts'
import { listUpcoming } from './upcoming-store.ts'

const A_DAY = 86_400_000
const DAYS_BACK = 7
// Reading somebody else's calendar may take this long; the rest is done at once.
const READ_WITHIN_MS = 28_000

/** The owner's calls about the own calendar, and about every call that was booked. */
export function calendarOwnerRoutes(
  app: FastifyInstance,
  parts: BusyParts & {
    ownerGate: OwnerGate
    queue: Pick<Queue, 'send'>
    newId: NewId
    clock: Clock
    live: Pick<Live, 'changed'>
    tokens: BookingTokens
    siteUrl: string
  },
): void {
  const { database, clock, live, tokens, seal } = parts
  const readSetup = async (): Promise<CalendarSetup> => {
    const now = clock.now()
    const row = await readCalendar(database, parts.ownTimezone())
    return {
      rules: row.rules,
      busyTimes: {
        isSet: row.busyAddress !== null,
        host: row.busyHost,
        readAt: row.busyReadAt?.toISOString() ?? null,
        busy: await countBusy(database, now),
        problem: row.busyProblem,
      },
      feed: `${parts.siteUrl}/calendar/${tokens.feedOf(row.feedVersion)}.ics`,
      ...(await countFreeSlots(database, row.rules, now)),
    }
  }
  const told = () => live.changed('settings')

  serve(app, calendarOwnerApi, parts.ownerGate, {
    'GET /api/calendar/setup': () => readSetup(),

    'PUT /api/calendar/setup': async ({ inPlaceOf, ...change }) => {
      const by = { at: clock.now(), timezone: parts.ownTimezone(), inPlaceOf }
      if (!(await changeRules(database, change, by)))
        throw new Refusal('conflict', 'These rules were changed meanwhile. Have a look at what holds now.')
      told()
      return readSetup()
    },

    'PUT /api/calendar/busy': async ({ address: typed }) => {
      const address = typed.replace(/^webcals?:/i, 'https:')
      const problem = address === '' ? null : whyNotOutside(address, parts.outside)
      if (problem) throw new Refusal('invalid', problem, { fields: { address: problem } })
      const sealed =
        address === ''
          ? null
          : {
              sealed: seal.close(address, BUSY_ADDRESS).toString('base64url'),
              host: new URL(address).hostname,
            }
      const at = clock.now()
      await setBusyAddress(database, sealed, at)
      await withinDeadline(READ_WITHIN_MS, readBusyTimes(parts, at))
      told()
      return readSetup()
    },

    'POST /api/calendar/feed/renew': async () => {
      await renewFeed(database, clock.now())
      told()
      return readSetup()
    },

    'GET /api/calendar/upcoming': async (_input, { reply }) => {
      const now = clock.now()
      const since = new Date(now.getTime() - DAYS_BACK * A_DAY)
      const { rows, total } = await listUpcoming(database, { since, now })
      reply.header('X-Total-Count', String(total))
      return rows.map((row) => ({
        id: row.id,
        uid: row.uid,
        leadId: row.leadId,
        name: row.name,
        email: row.email,
        phone: row.phone,
        phoneText: row.phone && writePhone(row.phone, row.phone.startsWith('+') ? row.phone : null),
        title: row.title,
        note: row.note,
        startTime: row.startAt.toISOString(),
        endTime: row.endAt?.toISOString() ?? null,
        location: row.location,
        outcome: row.status === 'held' || row.status === 'no_show' ? row.status : null,
        isOver: row.startAt <= now,
        manage: row.isOwn && row.startAt > now ? `/booking/${tokens.tokenOf(row.uid)}` : null,
      }))
    },

    'POST /api/calendar/upcoming/:id/outcome': async ({ id, outcome }) => {
      await noteOutcome(parts, { id, outcome, at: clock.now() })
      live.changed('leads')
      return { success: true }
    },
  })
}

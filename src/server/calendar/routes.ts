import type { FastifyInstance } from 'fastify'
import { calendarApi, type FreeSlots } from '#contract/calendar.ts'
import type { CalendarRules } from '#contract/calendar-hours.ts'
import { isPlainForm } from '#server/capture/read-submit.ts'
import { ANSWER_WITHIN_MS, deadlineInTurns, withinDeadline } from '#server/platform/deadline.ts'
import { answered, type Exchange, type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live.ts'
import type { HitLimit } from '#server/platform/rate-limit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { limitCallers } from '#server/tracking/limit-callers.ts'
import type { VisitorCookie } from '#server/tracking/visitor-cookie.ts'
import { type BookingParts, bookCall } from './book-call.ts'
import { asBookedCall } from './booked-call.ts'
import { type BookingPageParts, bookingPages } from './booking-pages.ts'
import { type CallRow, findCall } from './call-store.ts'
import { cancelBookedCall, moveBookedCall } from './change-call.ts'
import { asFreeSlots, closedSlots, findSlots } from './find-slots.ts'
import { icalRoutes } from './ical-routes.ts'
import { readCalendar } from './store.ts'
import type { Host } from './write-ical.ts'

/** What the visitors' calls need. */
export type CalendarParts = BookingParts &
  BookingPageParts & {
    ownerGate: OwnerGate
    cookie: VisitorCookie
    limit: HitLimit
    live: Pick<Live, 'changed'>
    host(): Host
    isMailConnected(): boolean
    /** The timezone that holds until the owner chooses one for the calendar. */
    ownTimezone(): string
  }

// Who asks for the same day waits for who came first.
const MOST_IN_TURN_MS = 8000
const READ_LIMITS = { what: 'calendar', perAddress: { max: 120, seconds: 60 } }
const BOOK_LIMITS = {
  what: 'booking',
  perAddress: { max: 30, seconds: 3600 },
  perVisitor: { max: 20, seconds: 3600 },
}
const CHANGE_LIMITS = {
  what: 'booking change',
  perAddress: { max: 60, seconds: 3600 },
  perClaim: { max: 30, seconds: 3600 },
}
// Each mails an email that a stranger may have typed. Cancelling does so once a booking, and bookings are limited; by a
// limit here strangers could keep somebody from cancelling.
const BOOKINGS_OF_EMAIL = {
  max: 10,
  seconds: 86_400,
  said: 'No more calls can be booked with this email address today. Please try again tomorrow, or write to us.',
}
const MOVES_OF_EMAIL = {
  max: 10,
  seconds: 86_400,
  said: 'This call can’t be moved again today. Please try again tomorrow, or write to us.',
}

/** The own calendar as visitors use it: free times, booking, and moving and cancelling by the links of a booking. */
export function calendarRoutes(app: FastifyInstance, parts: CalendarParts): void {
  const { database, clock, tokens } = parts
  const inTurn = deadlineInTurns({ quietMs: ANSWER_WITHIN_MS, atMostMs: MOST_IN_TURN_MS })
  const reading = limitCallers(parts, READ_LIMITS)
  const booking = limitCallers(parts, BOOK_LIMITS)
  const changing = limitCallers(parts, CHANGE_LIMITS)
  const rulesNow = async () => (await readCalendar(database, parts.ownTimezone())).rules
  const callOf = async (token: string): Promise<CallRow> => {
    const uid = tokens.uidOf(token)
    const call = uid ? await findCall(database, uid) : undefined
    if (!call) throw new Refusal('not-found', 'There is no such booking.')
    return call
  }
  /** The times that a call can be moved to; none once it can no longer be. */
  const slotsOf = async (call: CallRow, rules: CalendarRules, now: Date): Promise<FreeSlots> => {
    const { canChange } = asBookedCall(call, now)
    return asFreeSlots(canChange ? await findSlots(database, rules, { now, exceptUid: call.uid }) : [], rules)
  }
  const within = ANSWER_WITHIN_MS
  const { answerFailure } = bookingPages(app, parts, { within, admit: reading, rulesNow, callOf, slotsOf })
  const changed = () => {
    parts.live.changed('leads')
    parts.live.changed('tags')
  }
  const answer = ({ request, reply }: Exchange, call: CallRow, done: string) => {
    const token = tokens.tokenOf(call.uid)
    if (isPlainForm(request)) {
      reply.redirect(`/booking/${token}?done=${done}`, 303)
      return answered
    }
    const isMailed = parts.isMailConnected()
    return { success: true as const, token, booking: asBookedCall(call, clock.now()), isMailed }
  }

  serve(
    app,
    calendarApi,
    parts.ownerGate,
    {
      'GET /api/calendar/slots': ({ from, to }, { request }) =>
        withinDeadline(
          ANSWER_WITHIN_MS,
          (async () => {
            await reading(request)
            const rules = await rulesNow()
            if (!parts.isOpen()) return closedSlots(rules)
            const span = { ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) }
            return asFreeSlots(await findSlots(database, rules, { now: clock.now(), ...span }), rules)
          })(),
        ),

      'POST /api/calendar/bookings': async (input, exchange) => {
        const { request, reply } = exchange
        if (!parts.isOpen()) throw new Refusal('not-found', 'Calls can’t be booked here.')
        const { visitorId, isNew } = parts.cookie.identify(request)
        const work = async () => {
          await booking(request)
          const rules = await rulesNow()
          const admit = () => parts.limit([{ key: `booking claim ${input.email}`, ...BOOKINGS_OF_EMAIL }])
          return bookCall(parts, { input, visitorId, isKnown: !isNew, rules, now: clock.now(), admit })
        }
        const call = await inTurn(work())
        // Whoever books asks to be known again.
        parts.cookie.setAsAsked(request, reply, visitorId)
        changed()
        return answer(exchange, call, 'booked')
      },

      'GET /api/calendar/bookings/:token': ({ token }, { request }) =>
        withinDeadline(
          ANSWER_WITHIN_MS,
          reading(request).then(async () => asBookedCall(await callOf(token), clock.now())),
        ),

      'GET /api/calendar/bookings/:token/slots': ({ token }, { request }) =>
        withinDeadline(
          ANSWER_WITHIN_MS,
          reading(request).then(async () => slotsOf(await callOf(token), await rulesNow(), clock.now())),
        ),

      'POST /api/calendar/bookings/:token/move': async ({ token, start, timezone }, exchange) => {
        const work = async () => {
          const before = await callOf(token)
          const { uid } = before
          await changing(exchange.request, uid)
          const rules = await rulesNow()
          const now = clock.now()
          const to = new Date(start)
          const isMailed = asBookedCall(before, now).canChange && to.getTime() !== before.startAt.getTime()
          if (isMailed) await parts.limit([{ key: `booking move claim ${before.email}`, ...MOVES_OF_EMAIL }])
          return moveBookedCall(parts, uid, { start: to, timezone, rules, now })
        }
        const call = await inTurn(work())
        changed()
        return answer(exchange, call, 'moved')
      },

      'POST /api/calendar/bookings/:token/cancel': async ({ token, reason }, exchange) => {
        const work = async () => {
          const { uid } = await callOf(token)
          await changing(exchange.request, uid)
          return cancelBookedCall(parts, uid, { reason, now: clock.now() })
        }
        const call = await inTurn(work())
        changed()
        return answer(exchange, call, 'cancelled')
      },
    },
    {
      'POST /api/calendar/bookings': answerFailure,
      'POST /api/calendar/bookings/:token/move': answerFailure,
      'POST /api/calendar/bookings/:token/cancel': answerFailure,
    },
  )

  icalRoutes(app, parts, { admit: reading, callOf })
}

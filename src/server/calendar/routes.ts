import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calendarApi } from '#contract/calendar.ts'
import { isTimezone } from '#contract/calendar-hours.ts'
import type { BookingOnPage } from '#contract/page-rendering.ts'
import { refusalStatus } from '#contract/refusal-codes.ts'
import { isPlainForm } from '#server/capture/read-submit.ts'
import { sendShortFormAnswer } from '#server/capture/short-form-answer.ts'
import { type Budget, createBudget } from '#server/platform/budget.ts'
import type { Clock } from '#server/platform/clock.ts'
import { withinDeadline } from '#server/platform/deadline.ts'
import { answerError, refusalOf } from '#server/platform/http/answer-errors.ts'
import { sendProblemPage } from '#server/platform/http/problem-page.ts'
import { type Exchange, type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live.ts'
import type { HitLimit } from '#server/platform/rate-limit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { limitCallers } from '#server/tracking/limit-callers.ts'
import type { VisitorCookie } from '#server/tracking/visitor-cookie.ts'
import { type BookingParts, bookCall } from './book-call.ts'
import { asBookedCall } from './booked-call.ts'
import type { BookingTokens } from './booking-token.ts'
import { cancelBookedCall, moveBookedCall } from './change-call.ts'
import { asFreeSlots, findSlots } from './find-slots.ts'
import { icalRoutes } from './ical-routes.ts'
import { SlotTakenRefusal } from './slot-taken.ts'
import { type CallRow, findCall, readCalendar } from './store.ts'
import type { Host } from './write-ical.ts'

/** What the visitors' calls need. */
export type CalendarParts = BookingParts & {
  ownerGate: OwnerGate
  cookie: VisitorCookie
  clock: Clock
  limit: HitLimit
  live: Pick<Live, 'changed'>
  tokens: BookingTokens
  host(): Host
  /** Whether visitors book here, and not in another calendar. */
  isOpen(): boolean
  isMailConnected(): boolean
  /** The timezone that holds until the owner chooses one for the calendar. */
  ownTimezone(): string
  sendBooking(reply: FastifyReply, booking: BookingOnPage, status?: number): FastifyReply
}

// Who asks for the same time waits for who came first.
const ANSWER_WITHIN_MS = 8000
const READ_WITHIN_MS = 1800
const READ_LIMITS = { what: 'calendar', perAddress: { max: 120, seconds: 60 } }
const BOOK_LIMITS = {
  what: 'booking',
  perAddress: { max: 30, seconds: 3600 },
  perVisitor: { max: 20, seconds: 3600 },
  perClaim: { max: 10, seconds: 86_400 },
}
const CHANGE_LIMITS = {
  what: 'booking change',
  perAddress: { max: 60, seconds: 3600 },
  perClaim: { max: 30, seconds: 3600 },
}
// Drawing a page costs as much as a hundred answers.
const PAGES_DRAWN = { atOnce: 40, perSecond: 4 }

/** The own calendar as visitors use it: free times, booking, and moving and cancelling by the links of a booking. */
export function calendarRoutes(app: FastifyInstance, parts: CalendarParts): void {
  const { database, clock, tokens } = parts
  const reading = limitCallers(parts, READ_LIMITS)
  const booking = limitCallers(parts, BOOK_LIMITS)
  const changing = limitCallers(parts, CHANGE_LIMITS)
  const drawing = createBudget(clock, PAGES_DRAWN)
  const rulesNow = async () => (await readCalendar(database, parts.ownTimezone())).rules
  const callOf = async (token: string): Promise<CallRow> => {
    const uid = tokens.uidOf(token)
    const call = uid ? await findCall(database, uid) : undefined
    if (!call) throw new Refusal('not-found', 'There is no such booking.')
    return call
  }
  const changed = () => {
    parts.live.changed('leads')
    parts.live.changed('tags')
  }
  const answer = ({ request, reply }: Exchange, call: CallRow, done: string) => {
    const token = tokens.tokenOf(call.uid)
    if (isPlainForm(request)) reply.redirect(`/booking/${token}?done=${done}`, 303)
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
          READ_WITHIN_MS,
          (async () => {
            await reading(request)
            const rules = await rulesNow()
            const now = clock.now()
            const span = { ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) }
            return asFreeSlots(
              parts.isOpen() ? await findSlots(database, rules, { now, ...span }) : [],
              rules,
            )
          })(),
        ),

      'POST /api/calendar/bookings': async (input, exchange) => {
        const { request, reply } = exchange
        if (!parts.isOpen()) throw new Refusal('not-found', 'Calls are not booked here.')
        const { visitorId, isNew } = parts.cookie.identify(request)
        const work = async () => {
          await booking(request, input.email)
          const rules = await rulesNow()
          const asked = { input, visitorId, isKnown: !isNew, rules, title: rules.title, now: clock.now() }
          return bookCall(parts, asked)
        }
        const call = await withinDeadline(ANSWER_WITHIN_MS, work())
        // Whoever books asks to be known again.
        parts.cookie.setAsAsked(request, reply, visitorId)
        changed()
        return answer(exchange, call, 'booked')
      },

      'GET /api/calendar/bookings/:token': ({ token }, { request }) =>
        withinDeadline(
          READ_WITHIN_MS,
          reading(request).then(async () => asBookedCall(await callOf(token), clock.now())),
        ),

      'POST /api/calendar/bookings/:token/move': async ({ token, start, timezone }, exchange) => {
        const work = async () => {
          const { uid } = await callOf(token)
          await changing(exchange.request, uid)
          const rules = await rulesNow()
          const now = clock.now()
          return moveBookedCall(parts, uid, {
            start: new Date(start),
            timezone,
            rules,
            title: rules.title,
            now,
          })
        }
        const call = await withinDeadline(ANSWER_WITHIN_MS, work())
        changed()
        return answer(exchange, call, 'moved')
      },

      'POST /api/calendar/bookings/:token/cancel': async ({ token, reason }, exchange) => {
        const work = async () => {
          const { uid } = await callOf(token)
          await changing(exchange.request, uid)
          return cancelBookedCall(parts, uid, { reason, now: clock.now() })
        }
        const call = await withinDeadline(ANSWER_WITHIN_MS, work())
        changed()
        return answer(exchange, call, 'cancelled')
      },
    },
    {
      'POST /api/calendar/bookings': (error, request, reply) => answerFailure(error, request, reply),
      'POST /api/calendar/bookings/:token/move': (error, request, reply) =>
        answerFailure(error, request, reply),
      'POST /api/calendar/bookings/:token/cancel': (error, request, reply) =>
        answerFailure(error, request, reply),
    },
  )

  /** Draws the page of bookings; with `call`, of that one. */
  const draw = async (
    reply: FastifyReply,
    about: { call?: CallRow; timezone: unknown; done?: unknown; returned?: Returned },
  ) => {
    const { call, returned } = about
    const rules = await rulesNow()
    const now = clock.now()
    const isChangeable = call && asBookedCall(call, now).canChange
    const slots = call
      ? isChangeable
        ? await findSlots(database, rules, { now, exceptUid: call.uid })
        : []
      : parts.isOpen()
        ? await findSlots(database, rules, { now })
        : []
    const timezone =
      typeof about.timezone === 'string' && isTimezone(about.timezone)
        ? about.timezone
        : (call?.timezone ?? rules.timezone)
    return parts.sendBooking(
      reply,
      {
        free: asFreeSlots(slots, rules),
        timezone,
        ...(call && { call: { token: tokens.tokenOf(call.uid), booking: asBookedCall(call, now) } }),
        ...(isDone(about.done) && { done: about.done }),
        bookingId: returned?.values.bookingId || randomUUID(),
        values: returned?.values ?? {},
        errors: returned?.refusal.fields ?? {},
        ...(returned && !returned.refusal.fields && { alert: returned.refusal.message }),
      },
      returned ? refusalStatus[returned.refusal.code] : call || parts.isOpen() ? 200 : 404,
    )
  }

  function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!isPlainForm(request)) {
      if (!(error instanceof SlotTakenRefusal)) return answerError(error, request, reply)
      return reply
        .code(409)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ error: error.message, ...error.free }))
    }
    const refusal = refusalOf(error)
    if (refusal.code === 'unexpected') request.log.error({ err: error }, 'a booking could not be taken')
    if (refusal.code === 'too-many' || refusal.code === 'busy' || !drawing.take())
      return sendShortFormAnswer(reply, refusal)
    const values = typedIn(request)
    const { token } = Object(request.params)
    const again = async () => {
      const call = typeof token === 'string' ? await callOf(token) : undefined
      await draw(reply, { call, timezone: values.timezone, returned: { values, refusal } })
    }
    again().catch((failure: unknown) => sendShortFormAnswer(reply, refusalOf(failure)))
    return reply
  }

  app.get<{ Querystring: Record<string, unknown> }>('/booking', async (request, reply) => {
    await admit(request, reading, drawing)
    return withinDeadline(READ_WITHIN_MS, draw(reply, { timezone: request.query.timezone }))
  })

  app.get<{ Params: { token: string }; Querystring: Record<string, unknown> }>(
    '/booking/:token',
    async (request, reply) => {
      const { timezone, done } = request.query
      try {
        await admit(request, reading, drawing)
        const call = await withinDeadline(READ_WITHIN_MS, callOf(request.params.token))
        return await draw(reply, { call, timezone, done })
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'not-found') throw error
        return sendProblemPage(reply, error)
      }
    },
  )

  icalRoutes(app, parts, { admit: reading, callOf })
}

type Returned = { values: Record<string, string>; refusal: Refusal }

const isDone = (value: unknown): value is 'booked' | 'moved' | 'cancelled' =>
  value === 'booked' || value === 'moved' || value === 'cancelled'

async function admit(
  request: FastifyRequest,
  reading: (request: FastifyRequest) => Promise<void>,
  drawing: Budget,
): Promise<void> {
  await reading(request)
  if (!drawing.take())
    throw new Refusal('busy', 'The service is busy. Please try again in a moment.', { retryAfterSeconds: 2 })
}

function typedIn(request: FastifyRequest): Record<string, string> {
  const values: Record<string, string> = {}
  if (typeof request.body === 'object' && request.body !== null)
    for (const [name, value] of Object.entries(request.body))
      if (typeof value === 'string') values[name] = value.slice(0, 2000)
  return values
}

import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FreeSlots } from '#contract/calendar.ts'
import type { CalendarRules } from '#contract/calendar-hours.ts'
import type { BookingOnPage } from '#contract/page-rendering.ts'
import { type RefusalCode, refusalStatus } from '#contract/refusal-codes.ts'
import { isTimezone } from '#contract/timezone-name.ts'
import { isPlainForm } from '#server/capture/read-submit.ts'
import { sendShortFormAnswer } from '#server/capture/short-form-answer.ts'
import { createBudget } from '#server/platform/budget.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { withinDeadline } from '#server/platform/deadline.ts'
import { answerError, refusalOf } from '#server/platform/http/answer-errors.ts'
import { sendProblemPage } from '#server/platform/http/problem-page.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { asBookedCall } from './booked-call.ts'
import type { BookingTokens } from './booking-token.ts'
import type { CallRow } from './call-store.ts'
import { asFreeSlots, closedSlots, findSlots } from './find-slots.ts'
import { SlotTakenRefusal } from './slot-taken.ts'

// Drawing a page costs as much as a hundred answers.
const PAGES_DRAWN = { atOnce: 40, perSecond: 4 }

/** What the pages are drawn from. */
export type BookingPageParts = {
  database: Database
  clock: Clock
  tokens: BookingTokens
  /** Whether visitors book here, and not in another calendar. */
  isOpen(): boolean
  sendBooking(reply: FastifyReply, booking: BookingOnPage, status?: number): FastifyReply
}

type Shared = {
  /** How long a reader waits for an answer, in ms. */
  within: number
  admit(request: FastifyRequest): Promise<void>
  rulesNow(): Promise<CalendarRules>
  callOf(token: string): Promise<CallRow>
  /** The times that a call can be moved to. */
  slotsOf(call: CallRow, rules: CalendarRules, now: Date): Promise<FreeSlots>
}

type Returned = { values: Record<string, string>; refusal: Refusal }

/**
 * The pages on which visitors book, move and cancel a call without our scripts. Returns how a failed booking is answered
 * there: as the page with what was typed and what is wrong with it.
 */
export function bookingPages(app: FastifyInstance, parts: BookingPageParts, shared: Shared) {
  const { database, clock, tokens } = parts
  const { within, rulesNow, callOf, slotsOf } = shared
  const drawing = createBudget(clock, PAGES_DRAWN)
  const admit = async (request: FastifyRequest) => {
    await shared.admit(request)
    if (!drawing.take())
      throw new Refusal('busy', 'The service is busy. Please try again in a moment.', {
        retryAfterSeconds: 2,
      })
  }

  /** Draws the page of bookings; with `call`, of that one. */
  const draw = async (
    reply: FastifyReply,
    about: { call?: CallRow; timezone: unknown; done?: unknown; returned?: Returned },
  ) => {
    const { call, returned } = about
    const rules = await rulesNow()
    const now = clock.now()
    const newSlots = async () =>
      parts.isOpen() ? asFreeSlots(await findSlots(database, rules, { now }), rules) : closedSlots(rules)
    const timezone =
      typeof about.timezone === 'string' && isTimezone(about.timezone)
        ? about.timezone
        : (call?.timezone ?? rules.timezone)
    return parts.sendBooking(
      reply,
      {
        free: call ? await slotsOf(call, rules, now) : await newSlots(),
        timezone,
        ...(call && { call: { token: tokens.tokenOf(call.uid), booking: asBookedCall(call, now) } }),
        ...(isDone(about.done) && { done: about.done }),
        bookingId: returned?.values.bookingId || randomUUID(),
        values: returned?.values ?? {},
        errors: returned?.refusal.fields ?? {},
        ...(returned && alertOf(returned.refusal)),
      },
      returned ? refusalStatus[returned.refusal.code] : call || parts.isOpen() ? 200 : 404,
    )
  }

  const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!isPlainForm(request)) {
      if (!(error instanceof SlotTakenRefusal)) return answerError(error, request, reply)
      return reply
        .code(409)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ error: error.message, ...error.free }))
    }
    const refusal = refusalOf(error)
    if (refusal.code === 'unexpected') request.log.error({ err: error }, 'a booking could not be taken')
    if (isAtLimit(refusal.code) || !drawing.take()) return sendShortFormAnswer(reply, refusal)
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
    await admit(request)
    return withinDeadline(within, draw(reply, { timezone: request.query.timezone }))
  })

  app.get<{ Params: { token: string }; Querystring: Record<string, unknown> }>(
    '/booking/:token',
    async (request, reply) => {
      const { timezone, done } = request.query
      try {
        await admit(request)
        const call = await withinDeadline(within, callOf(request.params.token))
        return await draw(reply, { call, timezone, done })
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'not-found') throw error
        return sendProblemPage(reply, error)
      }
    },
  )

  return { answerFailure }
}

// The times have no place beside them for what is wrong.
const alertOf = ({ fields, message }: Refusal): { alert?: string } =>
  fields === undefined ? { alert: message } : fields.start ? { alert: 'Please pick a time.' } : {}

const isAtLimit = (code: RefusalCode): boolean =>
  code === 'too-many' || code === 'too-many-today' || code === 'busy'

const isDone = (value: unknown): value is 'booked' | 'moved' | 'cancelled' =>
  value === 'booked' || value === 'moved' || value === 'cancelled'

function typedIn(request: FastifyRequest): Record<string, string> {
  const values: Record<string, string> = {}
  if (typeof request.body === 'object' && request.body !== null)
    for (const [name, value] of Object.entries(request.body))
      if (typeof value === 'string') values[name] = value.slice(0, 2000)
  return values
}

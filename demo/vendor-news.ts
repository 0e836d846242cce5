import type { WebhookVendor } from '#contract/webhooks.ts'
import { calBooking, checkoutEvent, formResponse } from '#support/webhook-bodies.ts'
import type { Dice } from './dice.ts'
import type { NextStep } from './journey.ts'
import type { Person } from './people.ts'

/** What a vendor sends at a moment. */
export type News = { vendor: WebhookVendor; at: Date; body: Record<string, unknown> }

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** What form, voice agent, calendar and checkout would have sent about a lead's steps, oldest first, up to `now`. */
export function newsOf(
  dice: Dice,
  lead: { id: string; person: Person },
  steps: NextStep[],
  now: Date,
): News[] {
  const news = steps.flatMap((step) => {
    if (step.trigger === 'application') return [application(dice, lead, step), ...call(dice, lead, step)]
    return step.trigger === 'booking' ? booking(dice, lead, step, now) : []
  })
  return news.filter(({ at }) => at <= now).sort((one, other) => one.at.getTime() - other.at.getTime())
}

type Lead = { id: string; person: Person }

const GOALS = [
  'A booking app for dog groomers; my sister would be the first customer.',
  'Something that writes the weekly report my whole team hates.',
  'A small tool for music teachers: lessons, payments, reminders.',
  'I do not know yet. I want to leave my job within a year.',
]

function application(dice: Dice, { id, person }: Lead, { at }: NextStep): News {
  // The form is sent a moment before the page that thanks for it opens.
  const submittedAt = new Date(at.getTime() - dice.whole(2, 20) * 1000)
  const token = `form-${id}-${at.getTime()}`
  const body = formResponse({
    token,
    submittedAt: submittedAt.toISOString(),
    email: person.email,
    phone: person.phone,
  })
  const { form_response: response } = body
  if (isAnswered(response)) {
    const [goal, budget] = response.answers
    if (goal) goal.text = dice.pick(GOALS)
    if (budget) budget.choice = { label: dice.pick(['Up to $1,000', '$2,000 to $5,000', 'More than $5,000']) }
  }
  return { vendor: 'typeform', at: submittedAt, body }
}

const isAnswered = (value: unknown): value is { answers: Record<string, unknown>[] } =>
  typeof value === 'object' && value !== null && 'answers' in value && Array.isArray(value.answers)

/** The voice agent's call after an application on a page that announces one. */
function call(dice: Dice, lead: Lead, { at, page }: NextStep): News[] {
  if (page === '/thankyoucallc' || !dice.chance(0.8)) return []
  const callId = `call-${lead.id}-${at.getTime()}`
  const said = (seconds: number, status: string, more: Record<string, unknown> = {}): News => {
    const moment = new Date(at.getTime() + seconds * 1000)
    return {
      vendor: 'voice',
      at: moment,
      body: { callId, leadId: lead.id, status, at: moment.toISOString(), ...more },
    }
  }
  const begun = [said(4, 'queued'), said(9, 'ringing')]
  const end = dice.weighted([
    ['ended', 6],
    ['no_answer', 3],
    ['voicemail', 2],
    ['failed', 0.5],
  ] as const)
  if (end !== 'ended') return [...begun, said(dice.whole(30, 50), end)]
  const durationSec = dice.whole(70, 280)
  const summary = dice.pick([
    'Has a clear idea and wants to start this month. Asked about the weekly hours.',
    'Curious, no idea yet. Will watch the training again before booking.',
    'Ready to book. Prefers an evening call.',
  ])
  return [...begun, said(14, 'answered'), said(14 + durationSec, 'ended', { durationSec, summary })]
}

/** A booking and what became of it: held, moved, cancelled or missed, and for some the payment after it. */
function booking(dice: Dice, { id, person }: Lead, { at }: NextStep, now: Date): News[] {
  const created = new Date(at.getTime() - dice.whole(1, 4) * 1000)
  const meeting = new Date(Math.ceil((at.getTime() + dice.whole(8, 70) * HOUR) / HOUR) * HOUR)
  const uid = `booking-${id}-${at.getTime()}`
  const about = (
    triggerEvent: string,
    moment: Date,
    more: Record<string, unknown> = {},
    named = uid,
  ): News => ({
    vendor: 'cal',
    at: moment,
    body: calBooking(triggerEvent, {
      uid: named,
      createdAt: moment.toISOString(),
      email: person.email,
      startTime: meeting.toISOString(),
      more: { title: `Strategy call with ${person.name}`, ...more },
    }),
  })
  const news = [about('BOOKING_CREATED', created)]
  const fate = dice.weighted([
    ['held', 62],
    ['moved', 12],
    ['cancelled', 11],
    ['missed', 15],
  ] as const)
  const meanwhile = new Date(created.getTime() + (meeting.getTime() - created.getTime()) * 0.5)
  if (fate === 'cancelled')
    return [
      ...news,
      about('BOOKING_CANCELLED', meanwhile, { status: 'CANCELLED', cancellationReason: 'Something came up' }),
    ]
  if (fate === 'missed')
    return [
      ...news,
      about('BOOKING_NO_SHOW_UPDATED', new Date(meeting.getTime() + 20 * MINUTE), {
        bookingUid: uid,
        attendees: [{ email: person.email, noShow: true }],
      }),
    ]
  if (fate === 'moved')
    return [...news, about('BOOKING_RESCHEDULED', meanwhile, { rescheduleUid: uid }, `${uid}-again`)]
  return meeting < now && dice.chance(0.45) ? [...news, payment(dice, { id, person }, meeting)] : news
}

function payment(dice: Dice, { id, person }: Lead, meeting: Date): News {
  const at = new Date(meeting.getTime() + dice.whole(1, 40) * HOUR)
  const [name = '', domain = ''] = person.email.split('@')
  // Now and then somebody pays with another address: the owner joins it by hand.
  const email = dice.chance(0.15) ? `${name}.billing@${domain}` : person.email
  return {
    vendor: 'stripe',
    at,
    body: checkoutEvent('checkout.session.completed', {
      eventId: `evt-${id}`,
      session: `cs-${id}`,
      at: at.toISOString(),
      email,
    }),
  }
}

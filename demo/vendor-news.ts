import type { WebhookVendor } from '#contract/webhooks.ts'
import { applicationNews } from './application-news.ts'
import { bookingNews, fullHourAfter } from './booking-news.ts'
import type { NextStep } from './journey.ts'
import { inventPayersEmail, paymentNews } from './payment-news.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** What a vendor sends at a moment. */
export type News = { vendor: WebhookVendor; at: Date; body: Record<string, unknown> }

/** A lead as vendors' news are about it. */
export type KnownLead = { id: string; person: Person }

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** What form, calendar and checkout would have sent about a lead's steps, oldest first, up to `now`. */
export function newsOf(random: Random, lead: KnownLead, steps: NextStep[], now: Date): News[] {
  const news = steps.flatMap((step) => {
    // The form is sent a moment before the page that thanks for it opens.
    const submittedAt = new Date(step.at.getTime() - random.whole(2, 20) * 1000)
    if (step.trigger === 'application') return [applicationNews(random, lead, submittedAt)]
    return step.trigger === 'booking' ? booking(random, lead, step, now) : []
  })
  return news.filter(({ at }) => at <= now).sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** The calendar's id of the booking that a step of the month made. */
export const bookingUid = (leadId: string, { at }: NextStep): string => `booking-${leadId}-${at.getTime()}`

/** A booking and what became of it: held, moved, cancelled or missed, and for some the payment after it. */
function booking(random: Random, lead: KnownLead, step: NextStep, now: Date): News[] {
  const created = new Date(step.at.getTime() - random.whole(1, 4) * 1000)
  const meeting = fullHourAfter(step.at, random.whole(8, 70))
  const call = { uid: bookingUid(lead.id, step), meeting }
  const about = (change: Parameters<typeof bookingNews>[2], at: Date) => bookingNews(lead, call, change, at)
  const news = [about('booked', created)]
  const fate = random.weighted([
    ['held', 62],
    ['moved', 12],
    ['cancelled', 11],
    ['missed', 15],
  ] as const)
  const meanwhile = new Date(created.getTime() + (meeting.getTime() - created.getTime()) * 0.5)
  if (fate === 'cancelled' || fate === 'moved') return [...news, about(fate, meanwhile)]
  if (fate === 'missed') return [...news, about(fate, new Date(meeting.getTime() + 20 * MINUTE))]
  if (meeting >= now || !random.chance(0.45)) return news
  const paidAs = inventPayersEmail(random, lead.person)
  return [...news, paymentNews(lead, new Date(meeting.getTime() + random.whole(1, 40) * HOUR), paidAs)]
}

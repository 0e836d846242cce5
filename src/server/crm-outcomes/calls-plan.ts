import { z } from 'zod'
import type { CrmCalendar } from '#server/integrations/crm-outcomes.ts'

const A_DAY = 86_400_000
const STRETCH_DAYS = 30

const Calendar = z.object({ id: z.string(), name: z.string() })
const Stretch = z.object({ from: z.coerce.date(), to: z.coerce.date() })

/** A stretch of time of a calendar, which is what one request brings. */
export const Part = z.object({ calendar: Calendar, stretch: Stretch })
export type Part = z.output<typeof Part>

/** What of calendars at which the CRM stumbles is still to be read, from one plan to the next. */
const Owed = z.object({ owed: z.array(Part) })

/**
 * Calendars and stretches of time that are read one by one, and after them what the plan before has left: `place` is how
 * many of all of them are done.
 */
export const CallsPlan = z.object({
  calendars: z.array(Calendar),
  stretches: z.array(Stretch),
  again: z.array(Part).default([]),
  owed: z.array(Part).default([]),
  place: z.number(),
  notRead: z.number(),
  notReadReason: z.string().nullable(),
})
export type CallsPlan = z.output<typeof CallsPlan>

/** What a plan has left to be read, of calendars that are still there. */
export function owedBefore(plan: unknown, calendars: CrmCalendar[]): Part[] {
  const owed = Owed.safeParse(plan).data?.owed ?? []
  return owed.filter(({ calendar }) => calendars.some(({ id }) => id === calendar.id))
}

const pairsIn = ({ calendars, stretches }: CallsPlan): number => calendars.length * stretches.length

/** What is to be read next; undefined where all of it was. */
export function nextPart(plan: CallsPlan): Part | undefined {
  const { calendars, stretches, place } = plan
  if (place >= pairsIn(plan)) return plan.again[place - pairsIn(plan)]
  const calendar = calendars[place % calendars.length]
  const stretch = stretches[Math.floor(place / calendars.length)]
  return calendar && stretch && { calendar, stretch }
}

/** Whether what is read next was left by the plan before. */
export const isOfBefore = (plan: CallsPlan): boolean => plan.place >= pairsIn(plan)

/** How much of the calls' plan is done, from 0 to 1. */
export function progressOfCalls(plan: unknown): number | null {
  const read = CallsPlan.safeParse(plan).data
  return read ? read.place / Math.max(1, pairsIn(read) + read.again.length) : null
}

/** The days around a moment in stretches, those next to it first. */
export function stretchesAround(
  at: Date,
  { back, ahead }: { back: number; ahead: number },
): CallsPlan['stretches'] {
  const stretches: CallsPlan['stretches'] = []
  for (let day = -back; day < ahead; day += STRETCH_DAYS)
    stretches.push({ from: daysFrom(at, day), to: daysFrom(at, day + STRETCH_DAYS) })
  const distance = ({ from, to }: CallsPlan['stretches'][number]) =>
    Math.abs((from.getTime() + to.getTime()) / 2 - at.getTime())
  return stretches.sort((one, next) => distance(one) - distance(next))
}

/** A moment so many days after another one. */
export const daysFrom = (at: Date, days: number): Date => new Date(at.getTime() + days * A_DAY)

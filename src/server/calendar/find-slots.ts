import type { FreeSlots } from '#contract/calendar.ts'
import type { CalendarRules } from '#contract/calendar-hours.ts'
import type { Queryable } from '#server/platform/database.ts'
import { freeSlots, type Span } from './free-slots.ts'
import { readOccupied } from './store.ts'
import { whyNoneFree } from './why-none-free.ts'

const A_DAY = 86_400_000

// A day of the coach's may end a good day later than one of UTC.
const offeredUntil = (rules: CalendarRules, now: Date): number =>
  now.getTime() + (rules.horizonDays + 3) * A_DAY

/** The times that can be booked now, at most those between two moments; the call of a uid gives its own time free. */
export async function findSlots(
  database: Queryable,
  rules: CalendarRules,
  { now, from, to, exceptUid }: { now: Date; from?: Date; to?: Date; exceptUid?: string },
): Promise<number[]> {
  const last = offeredUntil(rules, now)
  const span: Span = {
    from: Math.max(now.getTime(), from?.getTime() ?? 0),
    to: Math.min(last, to?.getTime() ?? last),
  }
  if (span.to <= span.from) return []
  const occupied = await readOccupied(database, span, exceptUid)
  return freeSlots(rules, occupied, { ...span, now: now.getTime() })
}

/** How many times can be booked now and, where none can, what takes them all, in a sentence for the owner. */
export async function countFreeSlots(
  database: Queryable,
  rules: CalendarRules,
  now: Date,
): Promise<{ freeSlots: number; whyNoneFree: string | null }> {
  const span = { from: now.getTime(), to: offeredUntil(rules, now), now: now.getTime() }
  // Both of one reading: what is booked between two would make them contradict each other.
  const occupied = await readOccupied(database, span)
  const free = freeSlots(rules, occupied, span).length
  return { freeSlots: free, whyNoneFree: free > 0 ? null : whyNoneFree(rules, occupied, span) }
}

/** No times, for nobody books here. */
export const closedSlots = (rules: CalendarRules): FreeSlots => ({
  ...asFreeSlots([], rules),
  isClosed: true,
})

/** The same as they are answered. */
export const asFreeSlots = (slots: number[], rules: CalendarRules): FreeSlots => ({
  slots: slots.map((slot) => new Date(slot).toISOString()),
  lengthMinutes: rules.lengthMinutes,
  timezone: rules.timezone,
})

import { z } from 'zod'
import type { CrmAppointment, CrmCalendar, CrmOutcomes } from '#server/integrations/crm-outcomes.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { applyAppointment } from './apply-appointment.ts'
import {
  findTwins,
  forgetOldAppointments,
  missingAppointments,
  nextToApply,
  noteGone,
  noteSeen,
  saveAppointments,
} from './appointment-store.ts'
import type { CrmReadingParts, CrmTurn, Step } from './reading-step.ts'
import { keepPlan, notePlanned, noteRead, type ReadingRow } from './reading-store.ts'

const MINUTE = 60_000
const A_DAY = 24 * 60 * MINUTE
const EVERY_MS = 10 * MINUTE
// What is around today changes most; once a day all is read, back for a bit more than a year.
const NEAR = { back: 15, ahead: 15 }
const WHOLE = { back: 405, ahead: 195 }
const STRETCH_DAYS = 30
const AT_ONCE = 100
const LOOKS_FOR_MISSING = 10

/** Calendars and stretches of time that are read one by one: `place` is how many of all pairs are done. */
const CallsPlan = z.object({
  calendars: z.array(z.object({ id: z.string(), name: z.string() })),
  stretches: z.array(z.object({ from: z.coerce.date(), to: z.coerce.date() })),
  place: z.number(),
  notRead: z.number(),
  notReadReason: z.string().nullable(),
})
type CallsPlan = z.output<typeof CallsPlan>

/** How much of the calls' plan is done, from 0 to 1. */
export function progressOfCalls(plan: unknown): number | null {
  const read = CallsPlan.safeParse(plan).data
  if (!read) return null
  return read.place / Math.max(1, read.calendars.length * read.stretches.length)
}

/** Reads the appointments of the next calendar and stretch of time, and says of calls what they say. */
export const readCallsStep: Step = async (parts, crm, reading) => {
  await applyAll(parts, reading)
  const plan = CallsPlan.safeParse(reading.plan).data
  if (!plan) return planCalls(parts, crm, reading)
  const stretch = plan.stretches[Math.floor(plan.place / Math.max(1, plan.calendars.length))]
  const calendar = plan.calendars[plan.place % Math.max(1, plan.calendars.length)]
  if (!stretch || !calendar) return endPlan(parts, plan)
  const skipped = await readStretch(parts, crm, reading, { calendar, stretch })
  await keepPlan(parts.database, 'calls', parts.turn, {
    ...plan,
    place: plan.place + 1,
    notRead: plan.notRead + skipped.number,
    notReadReason: plan.notReadReason ?? skipped.reason,
  } satisfies CallsPlan)
  await applyAll(parts, reading)
  return true
}

async function planCalls(parts: CrmTurn, crm: CrmOutcomes, reading: ReadingRow): Promise<boolean> {
  const at = parts.clock.now()
  if (reading.next_at !== null && reading.next_at > at) return false
  const isWhole = reading.whole_at === null || at.getTime() - reading.whole_at.getTime() >= A_DAY
  const plan: CallsPlan = {
    calendars: await crm.listCalendars(),
    stretches: isWhole ? stretchesAround(at, WHOLE) : stretchesAround(at, NEAR),
    ...{ place: 0, notRead: 0, notReadReason: null },
  }
  await notePlanned(parts.database, 'calls', parts.turn, { plan, at, isWhole })
  return true
}

/** The days around a moment in stretches, those next to it first. */
function stretchesAround(at: Date, { back, ahead }: { back: number; ahead: number }): CallsPlan['stretches'] {
  const stretches: CallsPlan['stretches'] = []
  for (let day = -back; day < ahead; day += STRETCH_DAYS)
    stretches.push({ from: daysFrom(at, day), to: daysFrom(at, day + STRETCH_DAYS) })
  const distance = ({ from, to }: CallsPlan['stretches'][number]) =>
    Math.abs((from.getTime() + to.getTime()) / 2 - at.getTime())
  return stretches.sort((one, next) => distance(one) - distance(next))
}

const daysFrom = (at: Date, days: number): Date => new Date(at.getTime() + days * A_DAY)

type Skipped = { number: number; reason: string | null }

async function readStretch(
  { database, clock }: CrmReadingParts,
  crm: CrmOutcomes,
  { location_key: locationKey }: { location_key: string },
  { calendar, stretch }: { calendar: CrmCalendar; stretch: { from: Date; to: Date } },
): Promise<Skipped> {
  const at = clock.now()
  const save = (appointments: CrmAppointment[]) =>
    saveAppointments(
      database,
      appointments.map((one) => ({ ...one, calendar: one.calendarId === calendar.id ? calendar.name : '' })),
      { locationKey, at },
    )
  const read = await crm.readAppointments(calendar.id, stretch).catch(refusal)
  if (typeof read === 'string') return { number: 1, reason: read }
  await save(read.items)
  // An answer may lack something for other reasons: only what the CRM does not know by its id was deleted.
  const where = { locationKey, calendarId: calendar.id, ...stretch, since: at, limit: LOOKS_FOR_MISSING }
  const unreadById: string[] = []
  for (const id of await missingAppointments(database, where)) {
    const found = await crm.readAppointment(id).catch(refusalOfOne)
    if (found === null) await noteGone(database, id, at)
    else if (typeof found === 'object') await save([found])
    else {
      await noteSeen(database, id, at)
      unreadById.push(found === 'unread' ? NOT_UNDERSTOOD : found)
    }
  }
  // What cannot be read by its id is mostly what could not be read in the list.
  const number = Math.max(read.unread, unreadById.length)
  return { number, reason: number > 0 ? (unreadById[0] ?? NOT_UNDERSTOOD) : null }
}

const NOT_UNDERSTOOD = 'Some appointments could not be understood.'

/** What the CRM says of one calendar that it will not show; whatever may pass is thrown. */
function refusal(error: unknown): string {
  if (error instanceof VendorError && !error.retryable) return error.message
  throw error
}

/** The same of one appointment, which may also be what the CRM stumbles over; whatever concerns all of them is thrown. */
function refusalOfOne(error: unknown): string {
  if (error instanceof VendorError && error.kind === 'vendor-fault') return error.message
  return refusal(error)
}

async function endPlan(parts: CrmTurn, plan: CallsPlan): Promise<boolean> {
  const { database, clock, turn } = parts
  const at = clock.now()
  await findTwins(database, daysFrom(at, -WHOLE.back))
  await forgetOldAppointments(database, daysFrom(at, -WHOLE.back - STRETCH_DAYS))
  const { notRead, notReadReason } = plan
  const nextAt = new Date(at.getTime() + EVERY_MS)
  await noteRead(database, 'calls', turn, { at, nextAt, notRead, notReadReason })
  parts.changed('connections')
  return true
}

/** Says of calls what is kept and was not said yet, one by one, so that whatever ends this process loses none. */
async function applyAll(
  parts: CrmReadingParts,
  { location_key: locationKey, on_since: readSince }: ReadingRow & { location_key: string },
): Promise<void> {
  for (;;) {
    const next = await nextToApply(parts.database, { locationKey, limit: AT_ONCE })
    for (const one of next) {
      const now = parts.clock.now()
      await applyAppointment(parts, { ...one, now, readSince: readSince ?? now })
    }
    if (next.length > 0) parts.changed('leads')
    if (next.length < AT_ONCE) return
  }
}

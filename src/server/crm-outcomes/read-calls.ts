import type { CrmAppointment, CrmOutcomes } from '#server/integrations/crm-outcomes.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { latestNoted } from '#server/platform/clock.ts'
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
import {
  CallsPlan,
  daysFrom,
  isOfBefore,
  nextPart,
  owedBefore,
  type Part,
  stretchesAround,
} from './calls-plan.ts'
import type { CrmReadingParts, CrmTurn, Step } from './reading-step.ts'
import { isPlanDue, keepPlan, notePlanned, noteRead, type ReadingRow } from './reading-store.ts'

const MINUTE = 60_000
const A_DAY = 24 * 60 * MINUTE
const EVERY_MS = 10 * MINUTE
// What is around today changes most; once a day all is read, back for a bit more than a year.
const NEAR = { back: 15, ahead: 15 }
const WHOLE = { back: 405, ahead: 195 }
const KEPT_DAYS = 30
const AT_ONCE = 100
const LOOKS_FOR_MISSING = 10

/** Reads the appointments of the next calendar and stretch of time, and says of calls what they say. */
export const readCallsStep: Step = async (parts, crm, reading) => {
  await applyAll(parts, reading)
  const plan = CallsPlan.safeParse(reading.plan).data
  if (!plan) return planCalls(parts, crm, reading)
  const part = nextPart(plan)
  if (!part) return endPlan(parts, plan)
  const skipped = await readStretch(parts, crm, reading, part)
  // What is around today is read by the next plan anyhow.
  const isOwed = skipped.isStumble && (isOfBefore(plan) || isWhole(reading))
  await keepPlan(parts.database, 'calls', parts.turn, {
    ...plan,
    place: plan.place + 1,
    owed: isOwed ? [...plan.owed, part] : plan.owed,
    notRead: plan.notRead + skipped.number,
    notReadReason: plan.notReadReason ?? skipped.reason,
  } satisfies CallsPlan)
  await applyAll(parts, reading)
  return true
}

async function planCalls(parts: CrmTurn, crm: CrmOutcomes, reading: ReadingRow): Promise<boolean> {
  const at = parts.clock.now()
  if (!isPlanDue(reading, at)) return false
  const wholeAt = reading.whole_at
  const isWholeDue =
    wholeAt === null || wholeAt > latestNoted(at) || at.getTime() - wholeAt.getTime() >= A_DAY
  const calendars = await crm.listCalendars()
  const plan: CallsPlan = {
    calendars,
    stretches: isWholeDue ? stretchesAround(at, WHOLE) : stretchesAround(at, NEAR),
    again: isWholeDue ? [] : owedBefore(reading.plan, calendars),
    ...{ owed: [], place: 0, notRead: 0, notReadReason: null },
  }
  await notePlanned(parts.database, 'calls', parts.turn, { plan, at, isWhole: isWholeDue })
  return true
}

const isWhole = ({ planned_at, whole_at }: ReadingRow): boolean =>
  planned_at?.getTime() === whole_at?.getTime()

type Skipped = { number: number; reason: string | null; isStumble?: boolean }

async function readStretch(
  { database, clock }: CrmReadingParts,
  crm: CrmOutcomes,
  { location_key: locationKey }: { location_key: string },
  { calendar, stretch }: Part,
): Promise<Skipped> {
  const at = clock.now()
  const save = (appointments: CrmAppointment[]) =>
    saveAppointments(
      database,
      appointments.map((one) => ({ ...one, calendar: one.calendarId === calendar.id ? calendar.name : '' })),
      { locationKey, at },
    )
  const read = await crm
    .readAppointments(calendar.id, stretch)
    .catch((error) => refusalOfCalendar(crm, error))
  if ('isStumble' in read) return read
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

/**
 * What the CRM says of one calendar that it will not show, or at which it stumbles while it answers otherwise; whatever
 * concerns all of them is thrown.
 */
async function refusalOfCalendar(
  crm: CrmOutcomes,
  error: unknown,
): Promise<Skipped & { isStumble: boolean }> {
  const isStumble =
    error instanceof VendorError && (error.kind === 'vendor-fault' || error.kind === 'unreachable')
  if (isStumble) await crm.listCalendars()
  return { number: 1, reason: isStumble ? error.message : refusal(error), isStumble }
}

/** What the CRM says of one thing that it will not show; whatever may pass is thrown. */
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
  await forgetOldAppointments(database, daysFrom(at, -WHOLE.back - KEPT_DAYS))
  const { notRead, notReadReason, owed } = plan
  const nextAt = new Date(at.getTime() + EVERY_MS)
  await noteRead(database, 'calls', turn, {
    ...{ at, nextAt, notRead, notReadReason },
    left: owed.length > 0 ? { owed } : null,
  })
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

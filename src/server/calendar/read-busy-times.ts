import { readOutside, Unreadable } from '#server/integrations/read-outside.ts'
import { NoAnswer, type Outside } from '#server/integrations/send-outside.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Seal } from '#server/vendor-settings/seal.ts'
import { noteBusyProblem, saveBusyTimes, takeBusyTurn } from './busy-store.ts'
import { parseIcal } from './parse-ical.ts'
import { readCalendar } from './store.ts'

/** What reading busy times needs. */
export type BusyParts = {
  database: Database
  clock: Clock
  seal: Seal
  outside: Outside
  /** The timezone that holds until the owner chooses one for the calendar. */
  ownTimezone(): string
}

/** The place that the address is sealed for. */
export const BUSY_ADDRESS = 'calendar busy address'

const EVERY_MS = 12 * 60_000
const A_DAY = 86_400_000
const HALF_A_DAY = A_DAY / 2
const LARGEST = 8 * 1024 * 1024
const TIMEOUT_MS = 10_000
// As far ahead as can be booked, and a day on both sides.
const DAYS_AHEAD = 92

/** Reads when the coach's own calendar is busy, where it is due; of several processes one does. */
export async function readBusyTimesWhenDue(parts: BusyParts): Promise<void> {
  const at = parts.clock.now()
  if (await takeBusyTurn(parts.database, { since: new Date(at.getTime() - EVERY_MS), at }))
    await readBusyTimes(parts, at)
}

/**
 * Reads the coach's own calendar in the turn that was taken at a moment, and keeps when it is busy. Where that fails, why
 * is noted, and what was read before goes on holding. What a slower turn brings after the next one began is dropped.
 */
export async function readBusyTimes(
  { database, clock, seal, outside, ownTimezone }: BusyParts,
  at: Date,
): Promise<void> {
  const { rules, busyAddress, busyEtag, busyModified, busyReadAt } = await readCalendar(
    database,
    ownTimezone(),
  )
  if (busyAddress === null) return
  const turn = { address: busyAddress, at }
  const address = seal.open(Buffer.from(busyAddress, 'base64url'), BUSY_ADDRESS)
  try {
    if (address === null)
      throw new Unreadable(
        'The server’s secret key has changed, so the address can no longer be read. Enter it again.',
      )
    const now = clock.now()
    // What repeats comes into sight as days pass, so the first reading of each half day is whole, changed or not.
    const isFresh = busyReadAt !== null && halfDayOf(busyReadAt) === halfDayOf(now)
    const known = isFresh ? { etag: busyEtag, modified: busyModified } : { etag: null, modified: null }
    const read = await readOutside(address, { ...known, maxBytes: LARGEST, timeoutMs: TIMEOUT_MS }, outside)
    const { text, etag, modified } = read
    const task = {
      from: now.getTime() - A_DAY,
      to: now.getTime() + DAYS_AHEAD * A_DAY,
      timezone: rules.timezone,
    }
    const spans = text === undefined ? undefined : await parseIcal({ ...task, text })
    await database
      .transaction()
      .execute((transaction) => saveBusyTimes(transaction, turn, { spans, etag, modified }, clock.now()))
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    await noteBusyProblem(database, turn, problem)
  }
}

const halfDayOf = (at: Date): number => Math.floor(at.getTime() / HALF_A_DAY)

function problemOf(error: unknown): string | undefined {
  if (error instanceof Unreadable) return error.message
  return error instanceof NoAnswer ? `The address could not be read: ${error.message}.` : undefined
}

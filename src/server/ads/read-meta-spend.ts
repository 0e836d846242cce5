import { type AdReports, type ReportedSpend, TooMuchData } from '#server/integrations/ad-reports.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import {
  type Days,
  dayAfter,
  dayIn,
  daysOfNight,
  earlier,
  firstReported,
  later,
  PORTION_DAYS,
  SETTLES_DAYS,
} from './days-to-read.ts'
import { askAnewOrGiveUp, askForFewer, giveUpAfterToday } from './give-up-days.ts'
import type { ImportParts } from './import-file.ts'
import { type Bringer, pushRows, readPushed } from './push-rows.ts'
import {
  endReadingTurn,
  isReadingOn,
  keepReading,
  keepReadingTurn,
  noteAccount,
  notePlan,
  noteRead,
  noteReadingFails,
  type Reading,
  type ReadingRow,
  readReading,
  restReading,
  takeReadingTurn,
} from './reading-store.ts'

/** What reading Meta's report needs. */
export type ReadingParts = ImportParts & {
  /** The account as it is connected at the moment of asking. */
  adReports(): (AdReports & { accountId: string }) | undefined
  /** Reads anew how the account is connected, which another process may know already. */
  refreshVendors(): Promise<void>
  changed(): void
}

/** Reading while it is this process's turn: what is noted after the turn went to another one is lost. */
type Turn = ReadingParts & { turn: string }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TURN_MS = 5 * MINUTE
// In some months that is more than Meta keeps: then as far as it does.
const HISTORY_DAYS = 1125
const REPORT_TAKES_MS = 30 * MINUTE
const ROUNDS = 12
const PAUSES_MS = [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]

/** Reads what Meta reports, as far as it is due; of several processes one does, and each call takes some steps. */
export async function readMetaSpend(parts: ReadingParts): Promise<void> {
  const reports = parts.adReports()
  if (!reports) return
  const { database, clock, newId } = parts
  const turn = newId()
  const at = clock.now()
  if (!(await takeReadingTurn(database, turn, at, new Date(at.getTime() + TURN_MS)))) return
  try {
    for (let round = 0; round < ROUNDS && (await takeStep({ ...parts, turn }, reports)); round++) {
      const now = clock.now()
      const rest = reports.takeRestMs()
      if (rest > 0) return await restReading(database, turn, new Date(now.getTime() + rest))
      if (!(await keepReadingTurn(database, turn, now, new Date(now.getTime() + TURN_MS)))) return
    }
  } catch (error) {
    await parts.refreshVendors()
    // What was put right is tried by the next look, and reading does not rest.
    if (!(error instanceof VendorError) || parts.adReports() === reports)
      await noteFailure(parts, turn, error, reports.takeRestMs())
  } finally {
    await endReadingTurn(database, turn)
  }
}

/** Goes one step on; false where nothing is to be done for now. */
async function takeStep(parts: Turn, reports: AdReports & { accountId: string }): Promise<boolean> {
  const { database, clock, turn } = parts
  const state = await readReading(database)
  if (state.account !== reports.accountId || state.timezone === null) {
    await noteAccount(database, turn, await reports.readAccount())
    return true
  }
  const at = clock.now()
  const today = dayIn(state.timezone, at)
  const reading = state.report ?? { todo: [] }
  const [next] = reading.todo
  if (!next) return planNext(parts, reports, state)
  if (reading.reportId === undefined) {
    const reportId = await orderOrSplit(parts, reports, reading, today)
    if (reportId !== undefined) {
      const { todo, refused } = reading
      await keepReading(database, turn, { todo, reportId, orderedAt: at.toISOString(), refused })
    }
    return true
  }
  const { reportId } = reading
  return followReport(parts, reports, { ...state, today, days: next, reading: { ...reading, reportId } })
}

async function orderOrSplit(
  parts: Turn,
  reports: AdReports,
  { todo, refused }: Reading,
  today: string,
): Promise<string | undefined> {
  const [next, ...rest] = todo
  if (!next) return undefined
  // Reading may have halted for long since these days were put down.
  const days = { from: later(next.from, firstReported(today)), to: next.to }
  if (days.from > days.to) {
    await keepReading(parts.database, parts.turn, { todo: rest })
    return undefined
  }
  try {
    return await reports.order(days)
  } catch (error) {
    if (error instanceof TooMuchData) await askForFewer(parts, { todo, refused }, today)
    else if (!isFinal(error) || days.to >= dayAfter(today, -SETTLES_DAYS)) throw error
    else await giveUpAfterToday(parts, { todo: [days, ...rest], refused }, today)
    return undefined
  }
}

const isFinal = (error: unknown): boolean => error instanceof VendorError && !error.retryable

/** What is read, with the report that was ordered for the first of it. */
type Ordered = ReadingRow & { today: string; days: Days; reading: Reading & { reportId: string } }

/** Reads a report once it is made; false where it is not yet. */
async function followReport(parts: Turn, reports: AdReports, state: Ordered): Promise<boolean> {
  const { reading, today } = state
  let trouble: unknown = new VendorError('Meta did not finish its report.', {
    ...{ vendor: 'Meta', kind: 'vendor-fault' },
  })
  try {
    const progress = await reports.stateOf(reading.reportId)
    if (progress === 'done') return await readReport(parts, reports, state)
    const isLate = parts.clock.now().getTime() - Date.parse(reading.orderedAt ?? '') > REPORT_TAKES_MS
    if (progress === 'running' && !isLate) return false
  } catch (error) {
    if (!isFinal(error)) throw error
    trouble = error
  }
  if (await askAnewOrGiveUp(parts, reading, today)) return true
  throw trouble
}

async function readReport(parts: Turn, reports: AdReports, state: Ordered): Promise<boolean> {
  const { database, clock, turn } = parts
  const { todo, reportId, refused } = state.reading
  let after: string | undefined
  let refusedRows = 0
  let refusedReason: string | null = null
  try {
    do {
      const page = await reports.readPage(reportId, after)
      const pushed = await push(parts, state, page.rows)
      refusedRows += pushed.refused.length
      refusedReason ??= pushed.refused[0]?.reason ?? null
      if (pushed.new + pushed.replaced > 0) parts.changed()
      after = page.next
    } while (after !== undefined)
  } catch (error) {
    if (!(error instanceof TooMuchData)) throw error
    await askForFewer(parts, state.reading, state.today)
    return true
  }
  await noteRead(database, turn, {
    at: clock.now(),
    days: state.days,
    reading: { todo: todo.slice(1), refused },
    refusedRows,
    refusedReason,
  })
  return true
}

function push(parts: ReadingParts, { account, name, currency }: ReadingRow, rows: ReportedSpend[]) {
  const given = rows.map(({ day, ...row }) => ({ ...row, date: day, platform: 'meta', account, currency }))
  const bringer: Bringer = {
    ...{ source: 'meta', key: account ?? '', name: name || `Meta ${account}` },
    isWanted: isReadingOn,
  }
  // Days of an account ahead of us have begun there.
  const today = dayAfter(parts.clock.now().toISOString().slice(0, 10), 1)
  return pushRows(parts, bringer, readPushed(given, today))
}

/** Puts down what is due: today each hour, the last days each night, and of older ones the next portion. */
async function planNext(parts: Turn, reports: AdReports, state: ReadingRow): Promise<boolean> {
  const { database, clock, turn } = parts
  const at = clock.now()
  const today = dayIn(state.timezone ?? 'UTC', at)
  if (state.nightly_on !== today) {
    // It may have been named anew, or moved to another timezone.
    await noteAccount(database, turn, await reports.readAccount())
    const backTo = state.read_back_to ?? dayAfter(today, -SETTLES_DAYS)
    const backUntil = state.read_back_until ?? dayAfter(today, -HISTORY_DAYS)
    await notePlan(database, turn, {
      ...{ nightlyOn: today, hourlyAt: at, backTo },
      backUntil: later(backUntil, earlier(backTo, firstReported(today))),
      reading: { todo: daysOfNight(today, state.nightly_on) },
    })
    return true
  }
  if (state.hourly_at === null || at.getTime() - state.hourly_at.getTime() >= HOUR) {
    await notePlan(database, turn, { hourlyAt: at, reading: { todo: [{ from: today, to: today }] } })
    return true
  }
  const { read_back_to: backTo, read_back_until: until } = state
  if (backTo === null || until === null || backTo <= until) return false
  const from = later(dayAfter(backTo, -PORTION_DAYS), until)
  await notePlan(database, turn, { backTo: from, reading: { todo: [{ from, to: dayAfter(backTo, -1) }] } })
  return true
}

async function noteFailure(
  { database, clock }: ReadingParts,
  turn: string,
  error: unknown,
  restMs: number,
): Promise<void> {
  if (!(error instanceof VendorError)) throw error
  const at = clock.now()
  const until = (ms: number) => new Date(at.getTime() + ms)
  // To be sent away for a while is no trouble: everything is read later.
  if (error.kind === 'rate-limited') return restReading(database, turn, until(Math.max(restMs, MINUTE)))
  const { failures, report } = await readReading(database)
  const isRefused = error.kind === 'refused-credentials'
  // A report that Meta knows no more, or not by this token, is ordered anew: that tells whether the token is refused itself.
  const isForgotten = report?.reportId !== undefined && isRefused
  if (isForgotten) await keepReading(database, turn, { todo: report.todo })
  const isOwners = isRefused && !isForgotten
  const pause = isOwners ? HOUR : (PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? HOUR)
  await noteReadingFails(database, turn, { at, until: until(pause), kind: error.kind, reason: error.message })
}

import { sql } from 'kysely'
import { CalendarRules, defaultRules } from '#contract/calendar-hours.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Occupied, Span } from './free-slots.ts'
import { UID_HOST } from './uid-host.ts'

/** The calendar's one row, as far as it is read often. */
export type CalendarRow = {
  rules: CalendarRules
  feedVersion: number
  busyAddress: string | null
  busyHost: string | null
  busyEtag: string | null
  busyModified: string | null
  busyReadAt: Date | null
  busyProblem: string | null
}

/** Reads the calendar's settings; what was never set, or can no longer be read, is as delivered, in the timezone given. */
export async function readCalendar(database: Queryable, timezone: string): Promise<CalendarRow> {
  const { rows } = await sql<Omit<CalendarRow, 'rules'> & { rules: unknown }>`
    select rules, feed_version as "feedVersion", busy_address as "busyAddress", busy_host as "busyHost",
      busy_etag as "busyEtag", busy_modified as "busyModified", busy_read_at as "busyReadAt", busy_problem as "busyProblem"
    from calendar_settings where id = 1`.execute(database)
  const [row] = rows
  if (!row) throw new Error('the calendar’s row is gone')
  const stored = CalendarRules.safeParse({ ...defaultRules(timezone), ...Object(row.rules) })
  return { ...row, rules: stored.success ? stored.data : defaultRules(timezone) }
}

/** Whether the owner has ever said when calls can be booked. */
export async function hasCalendarRules(database: Queryable): Promise<boolean> {
  const { rows } = await sql`select 1 from calendar_settings
    where id = 1 and rules - ${UID_HOST}::text <> '{}'`.execute(database)
  return rows.length > 0
}

/** Changes the rules that are named; two changes at once both hold. */
export async function changeRules(
  database: Queryable,
  change: Partial<CalendarRules>,
  at: Date,
): Promise<void> {
  await sql`update calendar_settings set rules = coalesce(rules, '{}') || ${JSON.stringify(change)}::jsonb,
      updated_at = ${at} where id = 1`.execute(database)
  // Whole days, and times without a timezone, are read by the calendar's own.
  if (change.timezone !== undefined)
    await sql`update calendar_settings set busy_tried_at = null, busy_etag = null, busy_modified = null where id = 1`.execute(
      database,
    )
}

/** Gives the feed another address. */
export async function renewFeed(database: Queryable, at: Date): Promise<void> {
  await sql`update calendar_settings set feed_version = feed_version + 1, updated_at = ${at} where id = 1`.execute(
    database,
  )
}

/**
 * Sets the address that busy times are read from, encrypted, or takes it away; what was read from another is forgotten.
 * The turn to read it, named by `at`, is the caller's.
 */
export async function setBusyAddress(
  database: Queryable,
  address: { sealed: string; host: string } | null,
  at: Date,
): Promise<void> {
  await sql`with forgotten as (delete from calendar_busy)
    update calendar_settings set busy_address = ${address?.sealed ?? null}, busy_host = ${address?.host ?? null},
      busy_etag = null, busy_modified = null, busy_tried_at = ${at}, busy_read_at = null, busy_problem = null,
      updated_at = ${at} where id = 1`.execute(database)
}

/** Seals the address that busy times are read from anew, as `reseal` says. */
export async function resealBusyAddress(
  transaction: Queryable,
  reseal: (sealed: Buffer) => Buffer,
): Promise<void> {
  const { rows } = await sql<{ busy_address: string }>`
    select busy_address from calendar_settings where id = 1 and busy_address is not null`.execute(transaction)
  for (const { busy_address } of rows) {
    const sealed = reseal(Buffer.from(busy_address, 'base64url')).toString('base64url')
    await sql`update calendar_settings set busy_address = ${sealed} where id = 1`.execute(transaction)
  }
}

/** Takes the turn to read busy times, named by `at`, where nobody has since the moment given; false otherwise. */
export async function takeBusyTurn(
  database: Queryable,
  { since, at }: { since: Date; at: Date },
): Promise<boolean> {
  const { rows } = await sql`update calendar_settings set busy_tried_at = ${at}
    where id = 1 and busy_address is not null and (busy_tried_at is null or busy_tried_at <= ${since})
    returning id`.execute(database)
  return rows.length > 0
}

/** The reading of one sealed address that began at a moment. */
export type BusyTurn = { address: string; at: Date }

/** What was read of the calendar behind an address; `spans` is undefined where it has not changed since. */
export type BusyReading = { spans: Span[] | undefined; etag: string | null; modified: string | null }

/** Puts what was read in place of what was read before, unless somebody else took the turn meanwhile. */
export async function saveBusyTimes(
  transaction: Queryable,
  turn: BusyTurn,
  { spans, etag, modified }: BusyReading,
  at: Date,
): Promise<void> {
  const { rows } = await sql`update calendar_settings set busy_read_at = ${at}, busy_problem = null,
      busy_etag = ${etag}, busy_modified = ${modified}
    where id = 1 and busy_address = ${turn.address} and busy_tried_at = ${turn.at} returning id`.execute(
    transaction,
  )
  if (rows.length === 0 || !spans) return
  await sql`delete from calendar_busy`.execute(transaction)
  await sql`insert into calendar_busy (starts_at, ends_at)
    select to_timestamp("from" / 1000.0), to_timestamp("to" / 1000.0)
    from json_to_recordset(${JSON.stringify(spans)}::json) as span ("from" bigint, "to" bigint)`.execute(
    transaction,
  )
}

/** Notes why busy times could not be read in a turn that still holds; what was read before goes on holding. */
export async function noteBusyProblem(database: Queryable, turn: BusyTurn, problem: string): Promise<void> {
  await sql`update calendar_settings set busy_problem = ${problem}
    where id = 1 and busy_address = ${turn.address} and busy_tried_at = ${turn.at}`.execute(database)
}

/** How many stretches of time are busy from now on. */
export async function countBusy(database: Queryable, now: Date): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::integer as number from calendar_busy where ends_at > ${now}`.execute(database)
  return rows[0]?.number ?? 0
}

const A_DAY = 86_400_000

/** What occupies the time around a span, the call of a uid aside. */
export async function readOccupied(
  database: Queryable,
  { from, to }: Span,
  exceptUid: string | null = null,
): Promise<Occupied> {
  // A day more on both sides: calls are counted by whole days of the coach's clock, and pauses reach out.
  const since = new Date(from - 2 * A_DAY)
  const until = new Date(to + 2 * A_DAY)
  const { rows } = await sql<{ start: Date | null; from: Date; to: Date }>`
    select start_at as start, lower(kept) as from, upper(kept) as to from calendar_bookings
    where state = 'booked' and start_at between ${since} and ${until} and uid is distinct from ${exceptUid}
    union all
    select null, starts_at, ends_at from calendar_busy where ends_at > ${since} and starts_at < ${until}`.execute(
    database,
  )
  const occupied: Occupied = { calls: [], busy: [] }
  for (const { start, from: begin, to: end } of rows) {
    const span = { from: begin.getTime(), to: end.getTime() }
    if (start) occupied.calls.push({ start: start.getTime(), kept: span })
    else occupied.busy.push(span)
  }
  return occupied
}

/** A call in the own calendar. */
export type CallRow = {
  uid: string
  state: 'booked' | 'cancelled'
  startAt: Date
  endAt: Date
  sequence: number
  title: string
  location: string
  name: string
  email: string
  phone: string | null
  note: string | null
  timezone: string
  visitorId: string | null
  bookedAt: Date
  changedAt: Date
}

/** How the keys of all mails about a call begin, whoever they are to. */
export const keyOfCallMails = (uid: string): string => `booking:${uid}:`

const callColumns = sql`uid, state, start_at as "startAt", end_at as "endAt", sequence, title, location, name, email, phone, note,
  timezone, visitor_id as "visitorId", booked_at as "bookedAt", changed_at as "changedAt"`

/** Stores a call; the database refuses one whose time another has, as 23P01. */
export async function insertCall(
  transaction: Queryable,
  call: CallRow & { requestKey: string | null; keptUntil: Date },
): Promise<void> {
  await sql`insert into calendar_bookings (uid, state, start_at, end_at, kept, sequence, request_key, title, location,
      name, email, phone, note, timezone, visitor_id, booked_at, changed_at)
    values (${call.uid}, ${call.state}, ${call.startAt}, ${call.endAt}, tstzrange(${call.startAt}, ${call.keptUntil}),
      ${call.sequence}, ${call.requestKey}, ${call.title}, ${call.location}, ${call.name}, ${call.email}, ${call.phone},
      ${call.note}, ${call.timezone}, ${call.visitorId}, ${call.bookedAt}, ${call.changedAt})`.execute(
    transaction,
  )
}

/** The call that a request made before, by the first of the keys that any was kept under; undefined where it made none. */
export async function findCallOfRequest(
  database: Queryable,
  requestKeys: string[],
): Promise<CallRow | undefined> {
  if (requestKeys.length === 0) return undefined
  const { rows } = await sql<CallRow>`
    select ${callColumns} from calendar_bookings where request_key = any(${requestKeys}::text[])
    order by array_position(${requestKeys}::text[], request_key) limit 1`.execute(database)
  return rows[0]
}

/** A call by its uid. */
export async function findCall(database: Queryable, uid: string): Promise<CallRow | undefined> {
  const { rows } = await sql<CallRow>`
    select ${callColumns} from calendar_bookings where uid = ${uid}`.execute(database)
  return rows[0]
}

/** The same, held until the transaction ends. */
export async function lockCall(transaction: Queryable, uid: string): Promise<CallRow | undefined> {
  const { rows } = await sql<CallRow>`
    select ${callColumns} from calendar_bookings where uid = ${uid} for update`.execute(transaction)
  return rows[0]
}

/** Moves a call, as its next version; a time that another call has is refused, as 23P01. */
export async function moveCall(
  transaction: Queryable,
  uid: string,
  to: {
    startAt: Date
    endAt: Date
    keptUntil: Date
    title: string
    location: string
    timezone: string
    requestKey: string | null
    at: Date
  },
): Promise<CallRow> {
  const { rows } =
    await sql<CallRow>`update calendar_bookings set start_at = ${to.startAt}, end_at = ${to.endAt},
      kept = tstzrange(${to.startAt}, ${to.keptUntil}), title = ${to.title}, location = ${to.location},
      timezone = ${to.timezone}, request_key = ${to.requestKey}, sequence = sequence + 1, changed_at = ${to.at}
    where uid = ${uid} returning ${callColumns}`.execute(transaction)
  return one(rows)
}

/** Corrects whose call it is, as its next version. */
export async function correctCall(
  transaction: Queryable,
  uid: string,
  to: Pick<CallRow, 'name' | 'phone' | 'note'>,
  at: Date,
): Promise<CallRow> {
  const { rows } =
    await sql<CallRow>`update calendar_bookings set name = ${to.name}, phone = ${to.phone}, note = ${to.note},
      sequence = sequence + 1, changed_at = ${at}
    where uid = ${uid} returning ${callColumns}`.execute(transaction)
  return one(rows)
}

/** Cancels a call, as its next version; its time is free from then on. */
export async function cancelCall(transaction: Queryable, uid: string, at: Date): Promise<CallRow> {
  const { rows } =
    await sql<CallRow>`update calendar_bookings set state = 'cancelled', request_key = null, sequence = sequence + 1, changed_at = ${at}
    where uid = ${uid} returning ${callColumns}`.execute(transaction)
  return one(rows)
}

function one(rows: CallRow[]): CallRow {
  if (!rows[0]) throw new Error('a locked call is gone')
  return rows[0]
}

/** The calls of the feed: those of the last weeks and all to come, cancelled ones for a while, so that apps take them out. */
export async function listCalls(database: Queryable, since: Date): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`select ${callColumns} from calendar_bookings
    where start_at > ${since} order by start_at, uid limit 5000`.execute(database)
  return rows
}

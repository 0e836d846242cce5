import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

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

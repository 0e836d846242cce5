import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { APPLIED_ON } from './dedupe-key.ts'

/**
 * Why a parked event is not sent again. `old`: the vendor takes nothing that old; `nameless`: its browser is not
 * known; `refused`: the visitor said no; `twin`: the browser's own pixel has told it, too long ago for the vendor to
 * know the two as one; `told`: a browser has told it since, under an id of its own.
 */
export type WhyNotSentAgain = 'old' | 'nameless' | 'refused' | 'twin' | 'told'

/** An event that was set aside. */
export type ParkedEvent = {
  id: string
  at: Date
  name: string
  reason: string | null
  thing: string | null
  whyNot: WhyNotSentAgain | null
}

/** Before which moments an event is too old: to be taken at all, and to be known as its browser's twin. */
export type AgeLimits = { takenSince: Date; knownSince: Date }

const columns = ({ takenSince, knownSince }: AgeLimits) => sql`id, at, event_name as name, reason, thing,
  case
    when at < ${takenSince} then 'old'
    when user_agent is null then 'nameless'
    when (select choice = 'refused' from ad_consents where visitor_id = event.visitor_id
      order by ad_consents.at desc, ad_consents.id desc limit 1) then 'refused'
    when told_by = 'browser' and at < ${knownSince} then 'twin'
    when told_by = 'server' and starts_with(thing, 'booked ') and exists (select from pixel_events
      where event_name = 'Schedule' and dedupe_key = 'booking ' || substr(thing, 8)) then 'told'
    when told_by = 'server' and starts_with(thing, 'applied ') and exists (select from pixel_events pixel
      join visitors visitor on visitor.id = pixel.visitor_id where visitor.person_id = event.person_id
        and pixel.event_name = 'SubmitApplication' and pixel.path = any(${APPLIED_ON})) then 'told'
  end as "whyNot"`

/** The newest events that were set aside, each with what speaks against another try. */
export async function readParkedEvents(
  database: Queryable,
  limits: AgeLimits,
  limit: number,
): Promise<ParkedEvent[]> {
  const { rows } =
    await sql<ParkedEvent>`select ${columns(limits)} from ad_events event where state = 'parked'
    order by at desc, id desc limit ${limit}`.execute(database)
  return rows
}

/** The event with this id, if it is set aside, held until the transaction ends. */
export async function lockParkedEvent(
  transaction: Queryable,
  limits: AgeLimits,
  id: string,
): Promise<ParkedEvent | undefined> {
  const { rows } = await sql<ParkedEvent>`select ${columns(limits)} from ad_events event
    where id = ${id} and state = 'parked' for update of event`.execute(transaction)
  return rows[0]
}

/** Lets an event wait anew, under its own id; its tries go on being counted, because one may have arrived. */
export async function reopenEvent(transaction: Queryable, id: string, dueAt: Date): Promise<void> {
  await sql`update ad_events set state = 'waiting', reason = null, failure_kind = null, settled_at = null, due_at = ${dueAt}
    where id = ${id} and state = 'parked'`.execute(transaction)
}

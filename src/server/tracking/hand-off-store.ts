import { sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import type { Queryable } from '#server/platform/database.ts'

/**
 * Stores a hand-off of a visitor, and forgets those that ended more than a day ago. What is known of the visitor by now was
 * there before it, also where the process that stored it has a clock that is ahead of this one's.
 */
export async function insertHandOff(
  database: Queryable,
  handOff: { id: string; visitorId: string; at: Date; expiresAt: Date },
): Promise<void> {
  const aDayAgo = new Date(handOff.at.getTime() - 24 * 3_600_000)
  await sql`
    with forgotten as (delete from hand_offs where expires_at < ${aDayAgo})
    insert into hand_offs (id, visitor_id, created_at, expires_at)
    values (${handOff.id}, ${handOff.visitorId}, greatest(${handOff.at}::timestamptz,
      (select max(at) from lead_captures where visitor_id = ${handOff.visitorId}),
      (select max(at) from person_links where kind = 'visitor' and value = ${handOff.visitorId}::text),
      (select max(handed_at) from visitor_links where visitor_id = ${handOff.visitorId})), ${handOff.expiresAt})`.execute(
    database,
  )
}

/** A hand-off that can be used: whose it is, and when it was made. */
export type HandOff = { id: string; visitorId: string; madeAt: Date }

/** A hand-off, if it can still be used: neither expired nor used. */
export async function findHandOff(database: Queryable, id: string, now: Date): Promise<HandOff | undefined> {
  const { rows } = await sql<HandOff>`
    select id, visitor_id as "visitorId", created_at as "madeAt" from hand_offs
    where id = ${id} and used_at is null and expires_at > ${now}`.execute(database)
  return rows[0]
}

/** Spends a hand-off; false where somebody else was faster. */
export async function spendHandOff(database: Queryable, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update hand_offs set used_at = ${now} where id = ${id} and used_at is null and expires_at > ${now}
    returning id`.execute(database)
  return rows.length > 0
}

/** Whether this browser has submitted a lead itself: it then stays who it is. */
export async function hasOwnLead(database: Queryable, visitorId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from lead_captures where visitor_id = ${visitorId} limit 1`.execute(
    database,
  )
  return rows.length > 0
}

// Every call of an opener reads them all.
const MOST_LINKS = 50

/**
 * Keeps that a hand-off was opened: from now on the opener may be told what the first visitor gave before it. Of the
 * hand-offs that one browser opened, the newest are kept.
 */
export async function linkVisitors(
  transaction: Queryable,
  link: { id: string; visitorId: string; handOff: HandOff; at: Date },
): Promise<void> {
  const { handOff } = link
  await sql`
    with forgotten as (
      delete from visitor_links where id in (select id from visitor_links where visitor_id = ${link.visitorId}
        order by opened_at desc, id desc offset ${MOST_LINKS - 1})
    )
    insert into visitor_links (id, visitor_id, from_visitor_id, hand_off_id, handed_at, opened_at)
    values (${link.id}, ${link.visitorId}, ${handOff.visitorId}, ${handOff.id}, ${handOff.madeAt}, ${link.at})`.execute(
    transaction,
  )
}

/** What a visitor brings along into the browser that opens its hand-off. */
export async function readGiver(
  transaction: Queryable,
  visitorId: string,
): Promise<{ firstTouch: Attribution; lastTouch: Attribution; landingPath: string | null } | undefined> {
  const { rows } = await sql<{ firstTouch: Attribution; lastTouch: Attribution; landingPath: string | null }>`
    select first_touch as "firstTouch", last_touch as "lastTouch", landing_path as "landingPath"
    from visitors where id = ${visitorId}`.execute(transaction)
  return rows[0]
}

/**
 * Joins the opener to the person that the first browser was known as when the hand-off was made, if any, with the
 * hand-off as the evidence. A person that it turned out to be later is none of the opener's.
 */
export async function joinOpener(
  transaction: Queryable,
  link: { id: string; visitorId: string; handOff: HandOff; at: Date },
): Promise<void> {
  const { handOff, visitorId } = link
  const evidence = { by: 'hand-off', handOffId: handOff.id, fromVisitorId: handOff.visitorId }
  await sql`
    with known as (
      select person_id from person_links where kind = 'visitor' and value = ${handOff.visitorId}
        and undone_at is null and at <= ${handOff.madeAt} order by at desc, id desc limit 1
    ), joined as (
      insert into person_links (id, person_id, kind, value, evidence, at)
      select ${link.id}, person_id, 'visitor', ${visitorId}, ${JSON.stringify(evidence)}, ${link.at} from known
    )
    update visitors set person_id = known.person_id from known where visitors.id = ${visitorId}
      and visitors.person_id is null`.execute(transaction)
}

/** Undoes the hand-offs that a visitor opened, with the person it was joined to by them; false where there is none. */
export async function undoHandOffs(transaction: Queryable, visitorId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update visitor_links set undone_at = ${at} where visitor_id = ${visitorId} and undone_at is null
    returning id`.execute(transaction)
  await sql`
    with undone as (
      update person_links set undone_at = ${at} where kind = 'visitor' and value = ${visitorId}
        and evidence ->> 'by' = 'hand-off' and undone_at is null returning person_id
    )
    update visitors set person_id = null from undone
    where visitors.id = ${visitorId} and visitors.person_id = undone.person_id
      and not exists (select from person_links where kind = 'visitor' and value = ${visitorId}
        and person_id = undone.person_id and evidence ->> 'by' is distinct from 'hand-off'
        and undone_at is null)`.execute(transaction)
  return rows.length > 0
}

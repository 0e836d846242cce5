import { sql } from 'kysely'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import { latestNoted } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database.ts'

/** A run of the comparison with the CRM. */
export type Comparison = {
  id: string
  started_at: Date
  to_compare: number
  compared: number
  repaired: number
  finished_at: Date | null
  reason: string | null
}

/** A lead as it is compared: what the CRM should show of it. */
export type Comparable = { id: string; email: string; contactId: string; tags: string[] }

// How many others are looked at in each run, so that in time everybody was.
const SAMPLE = 200
const MOST = 2000

// Changed within this stretch or since it was compared last, or among those whose turn comes round.
const chosen = (now: Date) => sql`
  select id from (
    select id, crm_compared_at is null or last_captured_at > crm_compared_at
        or crm_delivered_at > crm_compared_at as is_changed,
      row_number() over (order by crm_compared_at nulls first, id) as turn
    from leads where crm_contact_id is not null and crm_state = 'delivered' and erased_at is null
      and coalesce(crm_delivered_at, '-infinity') <= ${now}
  ) one where is_changed or turn <= ${SAMPLE} order by is_changed desc, turn limit ${MOST}`

/** Makes those who look whether a run is due wait for each other until the transaction ends. */
export async function lockComparisons(transaction: Queryable): Promise<void> {
  await takeLocks(transaction, [lockOn('comparisons with the CRM')])
}

/** Starts a run; null where one is under way. */
export async function insertComparison(
  transaction: Queryable,
  run: { id: string; at: Date; askedByOwner: boolean },
): Promise<Comparison | null> {
  const { rows } = await sql<Comparison>`
    insert into crm_comparisons (id, started_at, asked_by_owner, to_compare)
    select ${run.id}, ${run.at}, ${run.askedByOwner}, count(*) from (${chosen(run.at)}) lead
    on conflict ((finished_at is null)) where finished_at is null do nothing
    returning *`.execute(transaction)
  return rows[0] ?? null
}

/** The newest run at a time, if there was any. */
export async function newestComparison(database: Queryable, at: Date): Promise<Comparison | undefined> {
  const { rows } = await sql<Comparison>`
    select * from crm_comparisons where started_at <= ${latestNoted(at)}
    order by started_at desc limit 1`.execute(database)
  return rows[0]
}

/** A run that is under way. */
export async function openComparison(database: Queryable, id: string): Promise<Comparison | undefined> {
  const { rows } = await sql<Comparison>`
    select * from crm_comparisons where id = ${id} and finished_at is null`.execute(database)
  return rows[0]
}

/** The next leads of a run, those whose turn is the longest ago first. */
export async function nextComparable(
  database: Queryable,
  run: Comparison,
  atOnce: number,
): Promise<Comparable[]> {
  const limit = Math.min(atOnce, Math.max(0, run.to_compare - run.compared))
  const { rows } = await sql<Comparable>`
    select lead.id, lead.email, lead.crm_contact_id as "contactId", coalesce(
        (select array_agg(tag_name order by tag_name) from lead_tags
          where lead_id = lead.id and state = 'delivered' and not evidence ? 'callRequestId'), '{}') as tags
    from leads lead where id in (${chosen(run.started_at)})
      and (crm_compared_at is null or crm_compared_at < ${run.started_at})
    order by crm_compared_at nulls first, id limit ${limit}`.execute(database)
  return rows
}

/** Notes that a lead was compared, in its run. */
export async function noteCompared(
  transaction: Queryable,
  runId: string,
  leadId: string,
  outcome: { at: Date; isRepaired: boolean },
): Promise<void> {
  await sql`update leads set crm_compared_at = ${outcome.at} where id = ${leadId}`.execute(transaction)
  await sql`update crm_comparisons set compared = compared + 1,
    repaired = repaired + ${outcome.isRepaired ? 1 : 0} where id = ${runId}`.execute(transaction)
}

/** Ends a run, with the reason where it could not go to its end. */
export async function finishComparison(
  database: Queryable,
  id: string,
  at: Date,
  reason: string | null,
): Promise<void> {
  await sql`update crm_comparisons set finished_at = ${at}, reason = ${reason} where id = ${id}`.execute(
    database,
  )
}

/** What differs between here and the CRM. */
export type DifferenceKind = 'contact-gone' | 'tag-missing' | 'other-email'

/** Notes a difference, and whether it is repaired by the normal queue. */
export async function insertDifference(
  transaction: Queryable,
  difference: {
    id: string
    runId: string
    leadId: string
    at: Date
    what: DifferenceKind
    detail: string | null
    repaired: boolean
  },
): Promise<void> {
  await sql`insert into crm_differences (id, comparison_id, lead_id, at, what, detail, repaired)
    values (${difference.id}, ${difference.runId}, ${difference.leadId}, ${difference.at}, ${difference.what},
      ${difference.detail}, ${difference.repaired})`.execute(transaction)
}

/** Whether the same difference was repaired before: somebody at the CRM takes it away again. */
export async function wasRepaired(
  transaction: Queryable,
  leadId: string,
  what: DifferenceKind,
  detail: string | null,
): Promise<boolean> {
  const { rows } = await sql`select 1 from crm_differences
    where lead_id = ${leadId} and what = ${what} and detail is not distinct from ${detail} and repaired limit 1`.execute(
    transaction,
  )
  return rows.length > 0
}

/** A difference that could not be repaired, with whose it is. */
export type OpenDifference = {
  leadId: string
  name: string
  what: DifferenceKind
  detail: string | null
}

/** What a run found and could not repair. */
export async function openDifferences(database: Queryable, runId: string): Promise<OpenDifference[]> {
  const { rows } = await sql<OpenDifference>`
    select lead_id as "leadId", lead.name, what, detail
    from crm_differences difference join leads lead on lead.id = lead_id
    where comparison_id = ${runId} and not repaired order by difference.at, difference.id limit 200`.execute(
    database,
  )
  return rows
}

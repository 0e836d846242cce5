import { type RawBuilder, sql } from 'kysely'
import type { FailureKind } from '#contract/failure-kinds.ts'
import type { Failure } from '#server/integrations/failure.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Rule } from './matching-rules.ts'

/** The rules that are switched on, in the owner's order, as one value that another statement may ask for. */
export const activeRulesAsJson: RawBuilder<Rule[]> = sql`(select coalesce(json_agg(json_build_object('id', id,
  'name', name, 'tag_name', tag_name, 'trigger', trigger, 'conditions', conditions, 'holds_since', holds_since)
  order by position, id), '[]') from auto_tag_rules where is_active)`

/** The rules that are switched on, in the owner's order. */
export async function activeRules(transaction: Queryable): Promise<Rule[]> {
  const { rows } = await sql<{ rules: Rule[] }>`select ${activeRulesAsJson} as rules`.execute(transaction)
  return rows[0]?.rules ?? []
}

/** How the delivery of a recorded tag went, or that it waits again. */
export type TagOutcome = {
  status: 'waiting' | 'success' | 'error' | 'skipped'
  reason: string | null
  /** Why it failed, where it did. */
  kind?: FailureKind
  executionMs: number
  contactId: string | null
}

/** Brings the log rows of recorded tags up to date with their delivery; what fails again is one row that counts its attempts. */
export async function settleTagLogs(
  database: Queryable,
  tagIds: string[],
  outcome: TagOutcome,
): Promise<void> {
  const { status, reason, kind = null, executionMs, contactId } = outcome
  await sql`
    with newest as (
      select distinct on (lead_tag_id) id from auto_tag_logs where lead_tag_id = any(${tagIds}::uuid[])
      order by lead_tag_id, status in ('waiting', 'error') desc, at desc
    ), known as (
      select id, rule_id, tag_name, status from auto_tag_logs where id in (select id from newest) order by id for update
    ), written as (
      update auto_tag_logs log set status = ${status}, reason = ${reason}, failure_kind = ${kind},
        execution_ms = ${Math.round(executionMs)},
        contact_id = coalesce(${contactId}, contact_id),
        attempts = case when log.status = 'error' and ${status} = 'error' then attempts + 1 else attempts end
      from known where log.id = known.id
    )
    insert into pending_logs (rule_id, tag_name, status, change)
    select rule_id, tag_name, status, -1 from known where status <> ${status}
    union all select rule_id, tag_name, ${status}, 1 from known where status <> ${status}`.execute(database)
}

/** A recorded tag that the CRM does not have yet. */
export type WaitingTag = { id: string; tag_name: string; evidence: Record<string, unknown> }

/** The tags of a lead that wait for delivery, oldest first. */
export async function waitingTags(database: Queryable, leadId: string): Promise<WaitingTag[]> {
  const { rows } = await sql<WaitingTag>`
    select id, tag_name, evidence from lead_tags
    where lead_id = ${leadId} and state = 'waiting' order by created_at, id`.execute(database)
  return rows
}

/** Notes that the CRM has a tag. */
export async function markTagDelivered(database: Queryable, id: string, at: Date): Promise<void> {
  await sql`update lead_tags set state = 'delivered', reason = null, failure_kind = null,
    delivered_at = ${at} where id = ${id}`.execute(database)
}

/** Sets one tag aside that the CRM will not take, which its log tells already. */
export async function parkTag(database: Queryable, id: string, failure: Failure): Promise<void> {
  await sql`update lead_tags set state = 'parked', reason = ${failure.reason}, failure_kind = ${failure.kind}
    where id = ${id} and state = 'waiting'`.execute(database)
}

/** Sets a lead's undelivered tags aside with the reason, until the owner replays them; a failure that is told stays. */
export async function parkTags(database: Queryable, leadId: string, failure: Failure): Promise<void> {
  const { rows } = await sql<{ id: string; is_told: boolean }>`
    update lead_tags tag set state = 'parked', reason = ${failure.reason}, failure_kind = ${failure.kind}
    where lead_id = ${leadId} and state = 'waiting'
    returning id, exists (select from auto_tag_logs where lead_tag_id = tag.id and status = 'error') as is_told`.execute(
    database,
  )
  const untold = rows.filter(({ is_told }) => !is_told).map(({ id }) => id)
  await settleTagLogs(database, untold, { status: 'error', ...failure, executionMs: 0, contactId: null })
}

/** Lets tags that the CRM had and has lost wait for delivery again: the one named, or all of them. */
export async function renewTags(
  transaction: Queryable,
  leadId: string,
  tagName: string | null,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update lead_tags set state = 'waiting', delivered_at = null where lead_id = ${leadId}
    and state = 'delivered' and (${tagName}::text is null or tag_name = ${tagName}) returning id`.execute(
    transaction,
  )
  const tagIds = rows.map(({ id }) => id)
  const reason = 'The CRM had lost this tag. It is delivered again.'
  await settleTagLogs(transaction, tagIds, { status: 'waiting', reason, executionMs: 0, contactId: null })
}

/** Lets a lead's parked tags wait for delivery again; returns their number. */
export async function unparkTags(transaction: Queryable, leadId: string): Promise<number> {
  const { rows } = await sql`update lead_tags set state = 'waiting', reason = null, failure_kind = null
    where lead_id = ${leadId} and state = 'parked' and not evidence ? 'heldBack' returning id`.execute(
    transaction,
  )
  return rows.length
}

/** A log row as far as trying its delivery again needs it. */
export type ReplayableLog = { lead_id: string; status: string; tag_state: string | null }

/** A log row with how far the delivery behind it is. */
export async function findLog(database: Queryable, logId: string): Promise<ReplayableLog | undefined> {
  const { rows } = await sql<ReplayableLog>`
    select log.lead_id, log.status, tag.state as tag_state
    from auto_tag_logs log left join lead_tags tag on tag.id = log.lead_tag_id where log.id = ${logId}`.execute(
    database,
  )
  return rows[0]
}

/** Switches a rule on or off; false where there is no such rule. */
export async function setRuleActive(
  database: Queryable,
  ruleId: string,
  isActive: boolean,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`update auto_tag_rules set is_active = ${isActive}, updated_at = ${at},
      holds_since = case when is_active then holds_since else ${at} end
    where id = ${ruleId} returning id`.execute(database)
  return rows.length > 0
}

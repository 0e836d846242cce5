import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { Rule } from './matching-rules.ts'

/** The rules that are switched on, in the owner's order. */
export async function activeRules(transaction: Queryable): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select id, name, tag_name, trigger, conditions from auto_tag_rules where is_active order by position, id`.execute(
    transaction,
  )
  return rows
}

// A rule that the owner deletes at this very moment must not cost the lead: what it earned stays without it.
const ruleStillThere = (ruleId: string | null) =>
  sql`(select id from auto_tag_rules where id = ${ruleId} for key share)`

/** Records a tag on a lead; false where the lead has it already. */
export async function insertTag(
  transaction: Queryable,
  tag: {
    id: string
    leadId: string
    tagName: string
    /** Null where no rule, but a page of the owner's settings, asks for it. */
    ruleId: string | null
    ruleName?: string
    trigger: string
    evidence: object
    at: Date
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into lead_tags (id, lead_id, tag_name, rule_id, rule_name, trigger, evidence, created_at)
    values (${tag.id}, ${tag.leadId}, ${tag.tagName}, ${ruleStillThere(tag.ruleId)}, ${tag.ruleName ?? null},
      ${tag.trigger}, ${JSON.stringify(tag.evidence)}, ${tag.at})
    on conflict (lead_id, tag_name) do nothing returning id`.execute(transaction)
  return rows.length > 0
}

/** One execution of a rule for the log. */
export type LogRow = {
  id: string
  at: Date
  ruleId: string | null
  ruleName?: string | null
  leadId: string
  leadTagId: string | null
  tagName: string
  status: 'success' | 'error' | 'skipped'
  reason: string | null
  executionMs: number
  contactId: string | null
  triggerData: object
}

/** Writes a log row. Repeated failures of one tag are one row that counts its attempts. */
export async function insertLog(database: Queryable, log: LogRow): Promise<void> {
  await sql`
    with written as (
    insert into auto_tag_logs (id, at, rule_id, rule_name, lead_id, lead_tag_id, tag_name, status, reason,
      execution_ms, contact_id, trigger_data)
    values (${log.id}, ${log.at}, ${ruleStillThere(log.ruleId)}, ${log.ruleName ?? null}, ${log.leadId}, ${log.leadTagId}, ${log.tagName}, ${log.status},
      ${log.reason}, ${Math.round(log.executionMs)}, ${log.contactId}, ${JSON.stringify(log.triggerData)})
    on conflict (lead_tag_id) where status = 'error' do update set
      at = excluded.at, reason = excluded.reason, execution_ms = excluded.execution_ms,
      attempts = auto_tag_logs.attempts + 1
    returning rule_id, tag_name, status, attempts
    ) insert into pending_logs (rule_id, tag_name, status)
    select rule_id, tag_name, status from written where attempts = 1`.execute(database)
}

/** A recorded tag that the CRM does not have yet. */
export type WaitingTag = {
  id: string
  rule_id: string | null
  rule_name: string | null
  tag_name: string
  evidence: Record<string, unknown>
}

/** The tags of a lead that wait for delivery, oldest first. */
export async function waitingTags(database: Queryable, leadId: string): Promise<WaitingTag[]> {
  const { rows } = await sql<WaitingTag>`
    select id, rule_id, rule_name, tag_name, evidence from lead_tags
    where lead_id = ${leadId} and state = 'waiting' order by created_at, id`.execute(database)
  return rows
}

/** Notes that the CRM has a tag. */
export async function markTagDelivered(database: Queryable, id: string, at: Date): Promise<void> {
  await sql`update lead_tags set state = 'delivered', reason = null, delivered_at = ${at} where id = ${id}`.execute(
    database,
  )
}

/**
 * Sets a lead's undelivered tags aside with the reason, until the owner replays them, and gives those whose
 * failure no log row tells yet, oldest first.
 */
export async function parkTags(database: Queryable, leadId: string, reason: string): Promise<WaitingTag[]> {
  const { rows } = await sql<WaitingTag>`
    with parked as (
      update lead_tags set state = 'parked', reason = ${reason} where lead_id = ${leadId} and state = 'waiting'
      returning id, rule_id, rule_name, tag_name, evidence, created_at
    ) select id, rule_id, rule_name, tag_name, evidence from parked where not exists (
      select from auto_tag_logs where lead_tag_id = parked.id and status = 'error') order by created_at, id`.execute(
    database,
  )
  return rows
}

/** Lets tags that the CRM had and has lost wait for delivery again: the one named, or all of them. */
export async function renewTags(
  transaction: Queryable,
  leadId: string,
  tagName: string | null,
): Promise<void> {
  await sql`update lead_tags set state = 'waiting', delivered_at = null where lead_id = ${leadId}
    and state = 'delivered' and (${tagName}::text is null or tag_name = ${tagName})`.execute(transaction)
}

/** Lets a lead's parked tags wait for delivery again; gives their number. */
export async function unparkTags(transaction: Queryable, leadId: string): Promise<number> {
  const { rows } = await sql`update lead_tags set state = 'waiting', reason = null
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

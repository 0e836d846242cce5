import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { inOneStatement, type NamedQueries } from '#server/platform/in-one-statement.ts'

/** A tag that something earns a lead. The row of the log bears its id. */
export type Execution = {
  id: string
  leadId: string
  tagName: string
  /** Null where no rule, but a page of the owner's settings, asks for it. */
  ruleId: string | null
  ruleName?: string
  trigger: string
  evidence: object
  /** When its cause happened. */
  at: Date
  /** When the rule ran, where that is later. */
  executedAt?: Date
  executionMs?: number
  /** Whether it is logged where the lead has the tag already: always, unless the rule ran for it by such a cause, or never. */
  ifHeld: 'log' | 'log-unless-run' | 'nothing'
}

/** A step of the funnel that a lead has reached. */
export type LeadStep = { leadId: string; step: 'saw-pitch' | 'applied' | 'booked'; at: Date }

const LOGGED = sql`select * from ran where tag_id is not null or if_held = 'log' or (if_held = 'log-unless-run'
  and not exists (select from ran before where before.place < ran.place and before.lead_id = ran.lead_id
    and before.rule_id = ran.rule_id and before.trigger = ran.trigger)
  and not exists (select from auto_tag_logs log where log.lead_id = ran.lead_id and log.rule_id = ran.rule_id
    and log.trigger = ran.trigger))`

/**
 * What records tags with their log, and steps, as parts of a statement: the first of a lead's tag waits for the CRM, the
 * steps that are new are noted for counting. `tagged` has the ids of the tags that the lead did not have yet.
 */
export function recordingOf(executions: Execution[], steps: LeadStep[]): NamedQueries {
  const told = executions.map(({ executedAt, ...one }, place) => ({
    ...one,
    place,
    executedAt: executedAt ?? one.at,
    executionMs: Math.round(one.executionMs ?? 0),
  }))
  return {
    execution: sql`
      select place, id, "leadId" as lead_id, "tagName" as tag_name, "ruleName" as rule_name, trigger, evidence, at,
        "executedAt" as executed_at, "executionMs" as execution_ms, "ifHeld" as if_held,
        -- A rule that the owner deletes at this very moment must not cost the lead: what it earned stays without it.
        (select rule.id from auto_tag_rules rule where rule.id = "ruleId" for key share) as rule_id
      from json_to_recordset(${JSON.stringify(told)}::json) as told (place integer, id uuid, "leadId" uuid,
        "tagName" text, "ruleId" uuid, "ruleName" text, trigger text, evidence jsonb, at timestamptz,
        "executedAt" timestamptz, "executionMs" integer, "ifHeld" text)`,
    tagged: sql`
      insert into lead_tags (id, lead_id, tag_name, rule_id, rule_name, trigger, evidence, created_at)
      select distinct on (lead_id, tag_name) id, lead_id, tag_name, rule_id, rule_name, trigger, evidence, at
      from execution order by lead_id, tag_name, place
      on conflict (lead_id, tag_name) do nothing returning id`,
    ran: sql`select execution.*, tagged.id as tag_id from execution left join tagged using (id)`,
    logged: sql`
      insert into auto_tag_logs (id, at, rule_id, rule_name, lead_id, lead_tag_id, tag_name, status, reason,
        execution_ms, trigger, trigger_data)
      select id, executed_at, rule_id, rule_name, lead_id, tag_id, tag_name,
        case when tag_id is null then 'skipped' else 'waiting' end,
        case when tag_id is null then 'The lead has this tag already.' end, execution_ms, trigger, evidence
      from (${LOGGED}) told order by place
      returning rule_id, tag_name, status`,
    counted_logs: sql`
      insert into pending_logs (rule_id, tag_name, status) select rule_id, tag_name, status from logged`,
    ...(steps.length > 0 && reachedBy(steps)),
  }
}

const reachedBy = (steps: LeadStep[]): NamedQueries => ({
  reached: sql`
    insert into lead_steps (lead_id, step, at)
    select "leadId", step, at from json_to_recordset(${JSON.stringify(steps)}::json)
      as told ("leadId" uuid, step text, at timestamptz)
    on conflict do nothing returning lead_id`,
  counted_steps: sql`insert into pending_leads (lead_id) select distinct lead_id from reached`,
})

/** The number of the tags that were new, in a statement with `recordingOf`. */
export const newTags: RawBuilder<number> = sql`(select count(*) from tagged)`

/** Records tags and steps by themselves; returns the ids of the tags that their leads did not have yet. */
export async function recordExecutions(
  transaction: Queryable,
  executions: Execution[],
  steps: LeadStep[] = [],
): Promise<Set<string>> {
  if (executions.length === 0 && steps.length === 0) return new Set()
  const rows = await inOneStatement(
    transaction,
    recordingOf(executions, steps),
    sql<{ id: string }>`select id from tagged`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Makes those who tag these leads take turns until the transaction ends. */
export async function lockLeads(transaction: Queryable, leadIds: string[]): Promise<void> {
  await sql`select from leads where id = any(${leadIds}::uuid[]) order by id for no key update`.execute(
    transaction,
  )
}

import { type RawBuilder, sql } from 'kysely'
import { changedLeads } from '#server/counting/store.ts'
import type { Queryable } from '#server/platform/database.ts'

const stepOf = (trigger: RawBuilder<unknown>) => sql`case ${trigger}
  when 'video_progress' then 'saw-pitch' when 'application' then 'applied' when 'booking' then 'booked' end`

/**
 * Takes from a lead the steps of the funnel that it reached first by browsers which are somebody else's, or by captures in
 * them: each is as its own browsers and vendors brought it there, if they did.
 */
export async function dropSteps(
  transaction: Queryable,
  { leadId, visitorIds, captureIds }: { leadId: string; visitorIds: string[]; captureIds: string[] },
): Promise<void> {
  // A step has the time of what brought the lead there.
  await sql`
    delete from lead_steps reached where lead_id = ${leadId} and exists (
      select from lead_captures where id = any(${captureIds}::uuid[]) and at = reached.at
      union all
      select from milestones where visitor_id = any(${visitorIds}::uuid[]) and lead_id is null
        and at = reached.at and ${stepOf(sql`kind`)} = reached.step
      union all
      select from external_events where rules_applied_for = ${leadId} and lead_id is distinct from ${leadId}
        and at = reached.at and ${stepOf(sql`trigger`)} = reached.step)`.execute(transaction)
  await regainSteps(transaction, leadId)
}

/** Gives a lead the steps that all which is its own brings it to, each at the first time. */
export async function regainSteps(transaction: Queryable, leadId: string): Promise<void> {
  await sql`
    with own as (
      select 'captureId' as cause, id, at, null as step from lead_captures where lead_id = ${leadId}
      union all
      -- An application that was claimed for another email stays a claim.
      select 'milestoneId', milestone.id, milestone.at,
        case when kind <> 'video_progress' and coalesce(evidence ->> 'email', lead.email) = lead.email then ${stepOf(sql`kind`)} end
      from milestones milestone join leads lead on lead.id = milestone.lead_id where lead.id = ${leadId}
      union all
      select 'externalEventId', id, at, ${stepOf(sql`trigger`)} from external_events where lead_id = ${leadId}
    ), by_rules as (
      select own.at, ${stepOf(sql`rule.trigger`)} as step from auto_tag_logs log
      join auto_tag_rules rule on rule.id = log.rule_id
      join own on own.id::text = log.trigger_data ->> own.cause where log.lead_id = ${leadId}
    )
    insert into lead_steps (lead_id, step, at)
    select ${leadId}, step, min(at) from (select step, at from own union all select step, at from by_rules) one
    where step is not null group by step
    on conflict (lead_id, step) do update set at = least(lead_steps.at, excluded.at)`.execute(transaction)
  await changedLeads(sql`select ${leadId}::uuid`).execute(transaction)
}

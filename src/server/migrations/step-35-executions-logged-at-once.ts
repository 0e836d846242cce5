import { type Kysely, sql } from 'kysely'

/**
 * An execution is logged when it happens and brought up to date on delivery: what waits gets its row, each row says what
 * set it off, and the counts of the log can be taken back. A rule that was there from the start holds from the start.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'alter table auto_tag_logs add column trigger text',
  `update auto_tag_logs log set trigger = tag.trigger from lead_tags tag where tag.id = log.lead_tag_id`,
  `update auto_tag_logs log set trigger = fact.trigger from signed_facts fact
    where log.trigger is null and fact.id::text = log.trigger_data ->> 'factId'`,
  `update auto_tag_logs set trigger = case
      when trigger_data ? 'captureId' then 'lead_captured'
      when trigger_data ? 'watchTime' then 'video_progress'
      when trigger_data ->> 'source' = 'cal_booking' then 'booking'
      when trigger_data ? 'viewId' then 'page_view'
      when trigger_data ? 'page' then 'application' end
    where trigger is null`,
  'alter table pending_logs add column change integer not null default 1',
  `with written as (
      insert into auto_tag_logs (id, at, rule_id, rule_name, lead_id, lead_tag_id, tag_name, status, execution_ms,
        trigger, trigger_data)
      select id, created_at, rule_id, rule_name, lead_id, id, tag_name, 'waiting', 0, trigger, evidence
      from lead_tags tag
      where state = 'waiting' and not exists (select from auto_tag_logs where lead_tag_id = tag.id)
      returning rule_id, tag_name, status
    ) insert into pending_logs (rule_id, tag_name, status) select rule_id, tag_name, status from written`,
  'drop index auto_tag_logs_failing',
  'create index auto_tag_logs_by_lead_tag on auto_tag_logs (lead_tag_id) where lead_tag_id is not null',
  `update auto_tag_rules set holds_since = '2000-01-01'
    where id::text like '00000000-0000-7000-8000-00000000000_' and updated_at = created_at`,
]

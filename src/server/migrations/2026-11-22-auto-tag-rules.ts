import { type Kysely, sql } from 'kysely'

/**
 * What changing rules needs: tags and logs keep the name of a rule that is gone, a rule knows since when it holds,
 * and up to when page views were looked at for it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'alter table lead_tags add column rule_name text',
  'alter table auto_tag_logs add column rule_name text',
  'update lead_tags set rule_name = rule.name from auto_tag_rules rule where rule.id = rule_id',
  'update auto_tag_logs set rule_name = rule.name from auto_tag_rules rule where rule.id = rule_id',
  'alter table auto_tag_rules add column holds_since timestamptz not null default now()',
  'alter table auto_tag_rules add column viewed_until timestamptz',
  // Without it, deleting a rule would read every tag to find its own.
  'create index lead_tags_by_rule on lead_tags (rule_id) where rule_id is not null',
  "create index lead_tags_parked on lead_tags (lead_id) where state = 'parked'",
  "create index leads_undelivered on leads (last_captured_at, id) where crm_state in ('failing', 'parked')",
]

import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { inPortions } from '#server/platform/in-portions.ts'

/** Forgets what is logged of tag rules before a time; what was set aside stays until it is settled. Their numbers follow. */
export async function forgetLogs(database: Database, before: Date): Promise<void> {
  await inPortions(
    database,
    (limit) => sql`
    with gone as (
      delete from auto_tag_logs where id = any(array(select log.id from auto_tag_logs log
        where at < ${before} and not exists (select from lead_tags tag
          where tag.id = log.lead_tag_id and tag.state = 'parked') limit ${limit}))
      returning rule_id, tag_name, status
    )
    insert into pending_logs (rule_id, tag_name, status, change) select rule_id, tag_name, status, -1 from gone`,
  )
}

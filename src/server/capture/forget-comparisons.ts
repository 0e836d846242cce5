import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { inPortions } from '#server/platform/in-portions.ts'

/** Forgets what comparisons with the CRM found before a time. */
export async function forgetComparisons(database: Database, before: Date): Promise<void> {
  await inPortions(
    database,
    (limit) => sql`
    delete from crm_differences where id = any(array(
      select difference.id from crm_differences difference join crm_comparisons one on one.id = comparison_id
      where one.finished_at < ${before} limit ${limit}))`,
  )
  await inPortions(
    database,
    (limit) => sql`
    delete from crm_comparisons where id = any(array(
      select one.id from crm_comparisons one where finished_at < ${before}
        and not exists (select from crm_differences where comparison_id = one.id) limit ${limit}))`,
  )
}

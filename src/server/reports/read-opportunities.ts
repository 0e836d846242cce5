import { sql } from 'kysely'
import type { CrmOpportunity } from '#contract/crm-reading.ts'
import type { Database } from '#server/platform/database.ts'

/** What the CRM holds of a person as opportunities, the one that changed last first. */
export async function readOpportunities(database: Database, personId: string): Promise<CrmOpportunity[]> {
  const { rows } = await sql<Omit<CrmOpportunity, 'changedAt'> & { changedAt: Date | null }>`
    select opportunity.id, opportunity.pipeline, opportunity.stage, opportunity.status, opportunity.value::float8 as value,
      opportunity.changed_at as "changedAt"
    from crm_opportunities opportunity where opportunity.contact_id in (
      select crm_contact_id from leads where person_id = ${personId}::uuid and erased_at is null)
    order by opportunity.changed_at desc nulls last, opportunity.id`.execute(database)
  return rows.map((row) => ({ ...row, changedAt: row.changedAt?.toISOString() ?? null }))
}

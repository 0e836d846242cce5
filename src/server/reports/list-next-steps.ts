import { sql } from 'kysely'
import type { LeadToDo } from '#contract/notes.ts'
import type { Database } from '#server/platform/database.ts'
import { asLeads, type LeadRow, leadColumns } from './lead-row.ts'
import type { Page } from './list-page.ts'

/** The leads of whom something is to be done, whatever the range, what is due first at the top, with their number in all. */
export async function listNextSteps(database: Database, limit: number): Promise<Page<LeadToDo>> {
  const { rows } = await sql<LeadRow & { total: number }>`
    select ${leadColumns}, count(*) over () as total from lead_next_steps step join leads lead on lead.id = step.lead_id
    left join visitors visitor on visitor.id = lead.visitor_id
    where lead.erased_at is null order by step.due_on, step.set_at, lead.id limit ${limit}`.execute(database)
  const toDo = (await asLeads(database, rows)).flatMap(
    ({ id, name, phoneE164, phoneText, email, stage, tags, nextStep }) =>
      nextStep ? [{ ...nextStep, leadId: id, name, phoneE164, phoneText, email, stage, tags }] : [],
  )
  return { rows: toDo, total: rows[0]?.total ?? 0, next: null }
}

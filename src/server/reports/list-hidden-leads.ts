import { sql } from 'kysely'
import type { Lead } from '#contract/lead.ts'
import { resolveRange } from '#server/counting/resolve-range.ts'
import type { Database } from '#server/platform/database.ts'
import { asLeads, type LeadRow, leadColumns } from './lead-row.ts'
import { afterCursor, type Page, pageOf, readCursor } from './list-page.ts'
import type { AskedLeads } from './narrowed-leads.ts'
import { isLeadFound, whoAnswered } from './searched-leads.ts'

/** Leads that no number holds, newest first: the owner's own tests, and what a block hides. */
export async function listHiddenLeads(database: Database, query: AskedLeads, now: Date): Promise<Page<Lead>> {
  const range = resolveRange(query, now)
  const at = sql.ref('lead.last_captured_at')
  const matches = sql`lead.last_counted_at is null and lead.erased_at is null
    and ${at} >= ${range.start} and ${at} < ${range.end} ${query.q === '' ? sql`` : sql`and (${isLeadFound(query.q, 'lead')} or lead.id in ${whoAnswered(query.q)})`}`
  const { rows } = await sql<LeadRow>`
    select ${leadColumns} from leads lead left join visitors visitor on visitor.id = lead.visitor_id
    where ${matches} ${afterCursor(readCursor(query.cursor), at, sql.ref('lead.id'))}
    order by ${at} desc, lead.id desc limit ${query.limit + 1}`.execute(database)
  const counted = await sql<{
    count: number
  }>`select count(*) as count from leads lead where ${matches}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.last_captured_at, id: row.id }))
  return { ...page, rows: await asLeads(database, page.rows), total: counted.rows[0]?.count ?? 0 }
}

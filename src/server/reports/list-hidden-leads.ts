import { type RawBuilder, sql } from 'kysely'
import type { Lead } from '#contract/lead.ts'
import { isFiltering, isOf } from '#server/counting/narrowed-events.ts'
import { type Range, resolveRange } from '#server/counting/resolve-range.ts'
import { sourceKeyOf } from '#server/counting/source-spellings.ts'
import type { Database } from '#server/platform/database.ts'
import { asLeads, type LeadRow, leadColumns } from './lead-row.ts'
import { afterCursor, type Page, pageOf, readCursor } from './list-page.ts'
import type { AskedLeads } from './narrowed-leads.ts'
import { isLeadFound, whoAnswered } from './searched-leads.ts'

/** Leads that no number holds, newest first: the owner's own tests, and what a block hides; narrowed as those that count are. */
export async function listHiddenLeads(database: Database, query: AskedLeads, now: Date): Promise<Page<Lead>> {
  const range = resolveRange(query, now)
  const at = sql.ref('lead.last_captured_at')
  const matches = sql`lead.last_counted_at is null and lead.erased_at is null
    and ${at} >= ${range.start} and ${at} < ${range.end} ${query.q === '' ? sql`` : sql`and (${isLeadFound(query.q, 'lead')} or lead.id in ${whoAnswered(query.q)})`}
    ${isChosen(query, range)}`
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

// How a hidden lead's source is spelled may never have counted, so spellings are not looked up but compared.
function isChosen(query: AskedLeads, range: Range): RawBuilder<unknown> {
  const { tag, step, source, page, campaign, ad } = query
  const since = query.since === undefined ? undefined : new Date(query.since)
  const filter = { page, campaign, ad }
  return sql`
    ${tag === undefined ? sql`` : sql`and exists (select from lead_tags tag where tag.lead_id = lead.id and tag.tag_name = ${tag})`}
    ${step === undefined ? sql`` : sql`and exists (select from lead_steps step where step.lead_id = lead.id and step.step = ${step} ${since === undefined ? sql`` : sql`and step.at > ${since}`})`}
    ${since === undefined || step !== undefined ? sql`` : sql`and lead.first_captured_at > ${since}`}
    ${
      source === undefined && !isFiltering(filter)
        ? sql``
        : sql`and exists (select from lead_captures capture where capture.lead_id = lead.id
            and capture.at >= ${range.start} and capture.at < ${range.end} and ${isOf(filter, 'capture', 'slug')}
            ${source === undefined ? sql`` : sql`and ${sourceKeyOf(sql.ref('capture.source'))} = ${sourceKeyOf(sql`${source}::text`)}`})`
    }`
}

import { sql } from 'kysely'
import type { ListQuery } from '#contract/range.ts'
import type { Database } from '#server/platform/database.ts'
import { afterCursor, type Page, pageOf, readCursor } from './list-page.ts'
import { isSubmitFound } from './searched-leads.ts'

/** A submit held back as spam, as the dashboard shows it. */
export type HeldSubmit = {
  id: string
  name: string
  email: string
  phone: string
  page: string
  reason: string
  capturedAt: string
}

/** Submits that are still held back, newest first, whatever the range: none of them may be overlooked. */
export async function listQuarantine(database: Database, query: ListQuery): Promise<Page<HeldSubmit>> {
  const matches = sql`quarantine_reason is not null and released_at is null
    ${query.q === '' ? sql`` : sql`and ${isSubmitFound(query.q)}`}`
  const { rows } = await sql<Omit<HeldSubmit, 'capturedAt'> & { at: Date }>`
    select id, at, name, email, phone, slug as page, quarantine_reason as reason from lead_captures
    where ${matches} ${afterCursor(readCursor(query.cursor), sql.ref('at'), sql.ref('id'))}
    order by at desc, id desc limit ${query.limit + 1}`.execute(database)
  const counted = await sql<{
    count: number
  }>`select count(*) as count from lead_captures where ${matches}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.at, id: row.id }))
  const total = counted.rows[0]?.count ?? 0
  return {
    ...page,
    total,
    rows: page.rows.map(({ at, ...row }) => ({ ...row, capturedAt: at.toISOString() })),
  }
}

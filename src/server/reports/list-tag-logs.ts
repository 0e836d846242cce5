import { type RawBuilder, sql } from 'kysely'
import type { AutoTagLog } from '#contract/auto-tags.ts'
import { type ListQuery, rangeAsked } from '#contract/range.ts'
import { resolveRange } from '#server/counting/resolve-range.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import { isTestLead } from '#server/counting/who-is-counted.ts'
import type { Database } from '#server/platform/database.ts'
import { afterCursor, containsText, type Page, pageOf, type RowsPage, readCursor } from './list-page.ts'
import { type NarrowedList, readNarrowedPage } from './search-page.ts'

/** What reading the log needs; without a CRM, that is why an execution waits. */
export type LogParts = { database: Database; now: Date; isCrmConnected: boolean }

/** Which executions are read: those of a range and of a text in the lead's name, email or tag. */
type LogsFilter = Omit<ListQuery, 'limit' | 'cursor'>

/** Rule executions of a range, newest first, of all rules or of one; searched by the lead's name and email, and the tag. */
export async function listTagLogs(
  parts: LogParts,
  query: ListQuery,
  ruleId: string | null = null,
): Promise<Page<AutoTagLog>> {
  const page = await readTagLogsPage(parts, query, ruleId)
  if (query.q === '') return { ...page, total: await countLogs(parts, query, ruleId) }
  if (page.total !== undefined) return { ...page, total: page.total }
  const list = await logsBy(parts, query, ruleId)
  const { total, isCapped } = await readNarrowedPage(parts.database, list, {
    cursor: null,
    limit: query.limit,
  })
  return { ...page, total, isCapped }
}

async function countLogs(parts: LogParts, query: LogsFilter, ruleId: string | null): Promise<number> {
  const { database } = parts
  const areAll = rangeAsked(query, 'all') === 'all'
  if (areAll) await rollUpForReader(database)
  const counting = areAll
    ? sql`select coalesce(sum(count), 0)::bigint as count from log_counts
          where ${ruleId}::uuid is null or rule_id = ${ruleId}::uuid`
    : sql`select count(*) as count from auto_tag_logs log where ${wantedLogs(parts, query, ruleId)}`
  const { rows } = await sql<{ count: number }>`${counting}`.execute(database)
  return rows[0]?.count ?? 0
}

function wantedLogs({ now }: LogParts, query: LogsFilter, ruleId: string | null): RawBuilder<unknown> {
  const ofRule = ruleId === null ? sql`true` : sql`log.rule_id = ${ruleId}`
  if (rangeAsked(query, 'all') === 'all') return ofRule
  const { start, end } = resolveRange(query, now)
  return sql`${ofRule} and log.at >= ${start} and log.at < ${end}`
}

/** The log rows found by a text, in the lead's name or email or in the tag. Few of them are found by their leads. */
async function logsBy(parts: LogParts, query: LogsFilter, ruleId: string | null): Promise<NarrowedList> {
  const { q } = query
  const found = sql`true ${containsText(q, [sql`lead.name`, sql`lead.email`, sql`log.tag_name`])}`
  const matches = wantedLogs(parts, query, ruleId)
  const all = { from: sql`auto_tag_logs log`, matches, at: sql.ref('log.at'), id: sql.ref('log.id') }
  const { rows } = await sql<{ tag_name: string }>`
    select distinct tag_name from log_counts where true ${containsText(q, [sql`tag_name`])}`.execute(
    parts.database,
  )
  const tags = rows.map(({ tag_name }) => tag_name)
  const text = sql`(name || ' ' || email || ' ' || phone || ' ' || slug)`
  return {
    all,
    alias: 'log',
    joins: sql`join leads lead on lead.id = log.lead_id`,
    wanted: found,
    few: {
      ...all,
      from: sql`(select log.id from auto_tag_logs log where lead_id = any(array(select id from leads where true ${containsText(q, [text])}))
        ${tags.length === 0 ? sql`` : sql`union select log.id from auto_tag_logs log where log.tag_name = any(${tags}::text[])`}) candidate
        join auto_tag_logs log on log.id = candidate.id join leads lead on lead.id = log.lead_id`,
      matches: sql`${matches} and ${found}`,
    },
  }
}

/** One page of the log without its total, which costs more the longer the log is. */
export async function readTagLogsPage(
  parts: LogParts,
  query: LogsFilter & Pick<ListQuery, 'cursor' | 'limit'>,
  ruleId: string | null = null,
): Promise<RowsPage<AutoTagLog> & { total?: number; isCapped?: boolean }> {
  const { database } = parts
  const cursor = readCursor(query.cursor)
  const columns = sql`log.*, lead.email, lead.name, lead.crm_state, lead.crm_reason, tag.state as tag_state,
    (log.status = 'waiting' and lead.test_sent_at is null and ${isTestLead('lead')}) as is_held_test`
  const joins = sql`join leads lead on lead.id = log.lead_id left join lead_tags tag on tag.id = log.lead_tag_id`
  const asLog = asLogOf(parts)
  if (query.q !== '') {
    // The tags that are searched for are those of the counts.
    await rollUpForReader(database)
    const list = await logsBy(parts, query, ruleId)
    const found = await readNarrowedPage(database, list, { cursor, limit: query.limit })
    const { rows } = await sql<LogRow>`
      select ${columns} from auto_tag_logs log ${joins} where log.id = any(${found.rows.map(({ id }) => id)}::uuid[])
      order by log.at desc, log.id desc`.execute(database)
    const { next, total, isCapped } = found
    // From a cursor on, fewer are found than the list holds.
    return { rows: rows.map(asLog), next, ...(cursor ? {} : { total, isCapped }) }
  }
  const { rows } = await sql<LogRow>`
    select ${columns} from auto_tag_logs log ${joins}
    where ${wantedLogs(parts, query, ruleId)} ${afterCursor(cursor, sql.ref('log.at'), sql.ref('log.id'))}
    order by log.at desc, log.id desc limit ${query.limit + 1}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.at, id: row.id }))
  return { ...page, rows: page.rows.map(asLog) }
}

type LogRow = {
  id: string
  at: Date
  rule_id: string | null
  rule_name: string | null
  tag_name: string
  tag_state: AutoTagLog['delivery']
  status: AutoTagLog['status']
  reason: string | null
  execution_ms: number
  contact_id: string | null
  trigger: AutoTagLog['trigger']
  trigger_data: { page?: unknown; watchTime?: unknown; confirmed?: unknown }
  email: string
  name: string
  crm_state: string
  crm_reason: string | null
  is_held_test: boolean
}

const asLogOf =
  ({ isCrmConnected }: LogParts) =>
  (row: LogRow): AutoTagLog => ({
    id: row.id,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    tagName: row.tag_name,
    leadEmail: row.email,
    leadName: row.name,
    status: row.status,
    trigger: row.trigger,
    triggerData: causeIn(row.trigger_data),
    executionTime: row.execution_ms,
    errorMessage: row.status === 'waiting' ? whyWaiting(row, isCrmConnected) : row.reason,
    ghlContactId: row.contact_id,
    delivery: row.status === 'error' ? row.tag_state : null,
    timestamp: row.at.toISOString(),
  })

function whyWaiting(row: LogRow, isCrmConnected: boolean): string {
  const { crm_state, crm_reason, reason } = row
  if (row.is_held_test) return 'Your own test: it is sent once you ask for it.'
  if (!isCrmConnected) return 'Set here; no CRM is connected.'
  if (crm_state !== 'delivered' && crm_reason) return crm_reason
  return reason ?? 'On its way to the CRM.'
}

/** What set a rule off. An execution keeps more than that, of which some is only for joining people. */
const causeIn = ({ page, watchTime, confirmed }: LogRow['trigger_data']): AutoTagLog['triggerData'] => ({
  ...(typeof page === 'string' && { page }),
  ...(typeof watchTime === 'number' && { watchTime }),
  ...(confirmed === true && { confirmed }),
})

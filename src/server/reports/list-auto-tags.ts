import { sql } from 'kysely'
import type { AutoTagLog, AutoTagRule } from '#contract/auto-tags.ts'
import type { ListQuery } from '#contract/range.ts'
import type { Database } from '#server/platform/database.ts'
import { foldForReader } from './fold-for-reader.ts'
import { afterCursor, containsText, type Page, pageOf, type RowsPage, readCursor } from './list-page.ts'
import { type NarrowedList, readNarrowedPage } from './search-page.ts'

/** All tagging rules in the owner's order, with how often each succeeded and failed. */
export async function listRules(database: Database, ruleId: string | null = null): Promise<AutoTagRule[]> {
  await foldForReader(database)
  const { rows } = await sql<RuleRow>`
    select rule.*, coalesce(log.successes, 0)::bigint as successes, coalesce(log.errors, 0)::bigint as errors,
      log.last_triggered
    from auto_tag_rules rule left join lateral (
      select sum(count) filter (where status = 'success') as successes, sum(count) filter (where status = 'error') as errors,
        (select max(at) from auto_tag_logs where rule_id = rule.id) as last_triggered
      from log_counts where rule_id = rule.id
    ) log on true
    where ${ruleId}::uuid is null or rule.id = ${ruleId}::uuid
    order by rule.position, rule.id`.execute(database)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    tagName: row.tag_name,
    trigger: row.trigger,
    conditions: row.conditions,
    isActive: row.is_active ? 'true' : 'false',
    successCount: row.successes,
    errorCount: row.errors,
    lastTriggered: row.last_triggered?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }))
}

type RuleRow = {
  id: string
  name: string
  description: string
  tag_name: string
  trigger: AutoTagRule['trigger']
  conditions: AutoTagRule['conditions']
  is_active: boolean
  successes: number
  errors: number
  last_triggered: Date | null
  created_at: Date
}

/** Rule executions, newest first, of all rules or of one; searched by the lead's name and email. */
export async function listTagLogs(
  database: Database,
  query: ListQuery,
  ruleId: string | null = null,
): Promise<Page<AutoTagLog>> {
  const page = await readTagLogsPage(database, query, ruleId)
  if (query.q === '') {
    await foldForReader(database)
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(count), 0)::bigint as count from log_counts
      where ${ruleId}::uuid is null or rule_id = ${ruleId}::uuid`.execute(database)
    return { ...page, total: rows[0]?.count ?? 0 }
  }
  if (page.total !== undefined) return { ...page, total: page.total }
  const { total, isCapped } = await readNarrowedPage(database, await logsBy(database, query.q, ruleId), {
    cursor: null,
    limit: query.limit,
  })
  return { ...page, total, isCapped }
}

const ofRule = (ruleId: string | null) => (ruleId === null ? sql`true` : sql`log.rule_id = ${ruleId}`)

/** The log rows found by a text, in the lead's name or email or in the tag. Few of them are found by their leads. */
async function logsBy(database: Database, q: string, ruleId: string | null): Promise<NarrowedList> {
  const found = sql`true ${containsText(q, [sql`lead.name`, sql`lead.email`, sql`log.tag_name`])}`
  const all = {
    from: sql`auto_tag_logs log`,
    matches: ofRule(ruleId),
    at: sql.ref('log.at'),
    id: sql.ref('log.id'),
  }
  const { rows } = await sql<{ tag_name: string }>`
    select distinct tag_name from log_counts where true ${containsText(q, [sql`tag_name`])}`.execute(database)
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
      matches: sql`${ofRule(ruleId)} and ${found}`,
    },
  }
}

/** One page of the log without its total, which costs more the longer the log is. */
export async function readTagLogsPage(
  database: Database,
  query: Pick<ListQuery, 'q' | 'cursor' | 'limit'>,
  ruleId: string | null = null,
): Promise<RowsPage<AutoTagLog> & { total?: number; isCapped?: boolean }> {
  const cursor = readCursor(query.cursor)
  const columns = sql`log.*, lead.email, lead.name, tag.state as tag_state`
  const joins = sql`join leads lead on lead.id = log.lead_id left join lead_tags tag on tag.id = log.lead_tag_id`
  if (query.q !== '') {
    const found = await readNarrowedPage(database, await logsBy(database, query.q, ruleId), {
      cursor,
      limit: query.limit,
    })
    const { rows } = await sql<LogRow>`
      select ${columns} from auto_tag_logs log ${joins} where log.id = any(${found.rows.map(({ id }) => id)}::uuid[])
      order by log.at desc, log.id desc`.execute(database)
    const { next, total, isCapped } = found
    // From a cursor on, fewer are found than the list holds.
    return { rows: rows.map(asLog), next, ...(cursor ? {} : { total, isCapped }) }
  }
  const { rows } = await sql<LogRow>`
    select ${columns} from auto_tag_logs log ${joins}
    where ${ofRule(ruleId)} ${afterCursor(cursor, sql.ref('log.at'), sql.ref('log.id'))}
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
  trigger_data: { page?: unknown; watchTime?: unknown }
  email: string
  name: string
}

const asLog = (row: LogRow): AutoTagLog => ({
  id: row.id,
  ruleId: row.rule_id,
  ruleName: row.rule_name,
  tagName: row.tag_name,
  leadEmail: row.email,
  leadName: row.name,
  status: row.status,
  triggerData: causeIn(row.trigger_data),
  executionTime: row.execution_ms,
  errorMessage: row.reason,
  ghlContactId: row.contact_id,
  delivery: row.status === 'error' ? row.tag_state : null,
  timestamp: row.at.toISOString(),
})

/** What set a rule off. An execution keeps more than that, of which some is only for joining people. */
const causeIn = ({ page, watchTime }: LogRow['trigger_data']): AutoTagLog['triggerData'] => ({
  ...(typeof page === 'string' && { page }),
  ...(typeof watchTime === 'number' && { watchTime }),
})

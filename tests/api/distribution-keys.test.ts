import { readFileSync } from 'node:fs'
import { type Client, Client as PgClient } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#support/fresh-database.ts'

/*
 * Could the big tables be spread over several PostgreSQL servers? An engine that does so asks that every unique key of a
 * table holds the column it is spread by, and that a foreign key leads to rows on the same server, or to a table that all
 * servers have whole. docs/growing.md, 'Sharded', says what else it asks.
 *
 * A key holds the column, or it can take it in: its one column is a uuid that the program made, unlike any other
 * wherever it was made, so that the key together with the column refuses exactly what it refused before. The column then
 * has to be there in every row. All else is an exception and says why.
 */

/** What big tables are spread by: their column, and whose id that is. Equal ids lie on one server. */
const big: Record<string, [column: string, of: 'visitor' | 'lead' | 'person' | 'capture']> = {
  visitors: ['id', 'visitor'],
  page_views: ['visitor_id', 'visitor'],
  watch_progress: ['visitor_id', 'visitor'],
  lead_captures: ['visitor_id', 'visitor'],
  milestones: ['visitor_id', 'visitor'],
  pixel_events: ['visitor_id', 'visitor'],
  ad_consents: ['visitor_id', 'visitor'],
  ad_events: ['visitor_id', 'visitor'],
  hand_offs: ['visitor_id', 'visitor'],
  visitor_links: ['visitor_id', 'visitor'],
  visitor_addresses: ['visitor_id', 'visitor'],
  visitor_search: ['visitor_id', 'visitor'],
  visitor_values: ['visitor_id', 'visitor'],
  counted_ad_visitors: ['visitor_id', 'visitor'],
  sealed_visitors: ['visitor_id', 'visitor'],
  sealed_values: ['subject_id', 'visitor'],
  rollup_queue: ['visitor_id', 'visitor'],
  pending_visitors: ['visitor_id', 'visitor'],
  application_responses: ['visitor_id', 'visitor'],
  people: ['id', 'person'],
  person_links: ['person_id', 'person'],
  leads: ['id', 'lead'],
  lead_steps: ['lead_id', 'lead'],
  lead_tags: ['lead_id', 'lead'],
  auto_tag_logs: ['lead_id', 'lead'],
  pending_leads: ['lead_id', 'lead'],
  counted_leads: ['lead_id', 'lead'],
  step_captures: ['lead_id', 'lead'],
  counted_ad_people: ['lead_id', 'lead'],
  consent_receipts: ['capture_id', 'capture'],
}

/** Whole on every server, or on one of them: they do not grow with page views, or are emptied again and again. */
const small = new Set([
  // Settings and what the owner made.
  ...['ad_connection', 'ad_currency_rates', 'ad_import_keys', 'ad_pairs', 'ad_reading', 'alert_settings'],
  ...['application_forms', 'auto_tag_rules', 'backup_watch', 'backups', 'blocked_ips', 'blocked_pages'],
  'built_assets',
  ...[
    'calendar_busy',
    'calendar_settings',
    'crm_account',
    'crm_reading',
    'film_captions',
    'film_uploads',
    'films',
    'installation',
    'lead_next_steps',
    'lead_notes',
  ],
  ...[
    'owner_looks',
    'owner_sessions',
    'owner_settings',
    'owners',
    'retention_settings',
    'retention_state',
    'second_place',
  ],
  ...[
    'site_draft',
    'site_picture_files',
    'site_pictures',
    'site_versions',
    'vendor_settings',
    'vendor_troubles',
  ],
  ...['vendor_allowances', 'webhook_refusals', 'database_sizes', 'processes'],
  // A row for a value, a day or an ad, however many come.
  ...[
    'browsers',
    'ad_touches',
    'counted_timezones',
    'counted_values',
    'value_days',
    'value_hours',
    'named_values',
  ],
  ...['page_titles', 'log_counts', 'sealed_months', 'sealed_parts', 'ad_spend', 'ad_spend_headers'],
  ...['ad_spend_imports', 'ad_spend_lines'],
  // A row for somebody who applied, booked, paid or was written to.
  ...['alerts', 'applications', 'bookings', 'calendar_bookings', 'call_requests', 'calls', 'crm_comparisons'],
  ...[
    'crm_appointments',
    'crm_differences',
    'crm_erasures',
    'crm_opportunities',
    'external_event_updates',
    'external_events',
    'mail_suppressions',
    'mails',
  ],
  ...['payment_movements', 'payment_names', 'payments', 'webhook_deliveries', 'erased_visitors'],
  // Emptied again and again.
  ...['block_changes', 'counting_state', 'login_failures', 'pending_logs', 'rate_limits', 'recount_progress'],
  ...['set_aside_events', 'visitors_to_recount'],
])

const TOGETHER = 'both rows are written in one transaction, under its lock of the person'
const ONE_SERVER = 'the table is kept on one server, where nothing can be checked of what lies on others'
/** The keys that cannot, with what would take their place or why they may go. */
const exceptions: Record<string, string> = {
  'leads (email)': 'a table of emails and their leads, spread by the email',
  'lead_captures (submission_id)': 'unique for a visitor: the same press comes again from the same browser',
  'ad_events (occasion)': 'a table of occasions, written first',
  'visitors (person_id) → people': TOGETHER,
  'leads (person_id) → people': TOGETHER,
  'ad_events (person_id) → people': TOGETHER,
  'lead_captures (lead_id) → leads': TOGETHER,
  'lead_captures (claimed_lead_id) → leads': TOGETHER,
  'milestones (lead_id) → leads': TOGETHER,
  'consent_receipts (capture_id) → lead_captures': TOGETHER,
  'consent_receipts (lead_id) → leads': TOGETHER,
  'alerts (lead_id) → leads': ONE_SERVER,
  'call_requests (lead_id) → leads': ONE_SERVER,
  'crm_differences (lead_id) → leads': ONE_SERVER,
  'crm_erasures (lead_id) → leads': ONE_SERVER,
  'external_events (lead_id) → leads': ONE_SERVER,
  'lead_next_steps (lead_id) → leads': ONE_SERVER,
  'lead_notes (lead_id) → leads': ONE_SERVER,
}

type Key = {
  table: string
  name: string
  kind: 'unique' | 'foreign'
  columns: string[]
  target: string | null
}
type Column = { table: string; column: string; type: string; required: boolean }

async function readSchema(client: Client) {
  const { rows: columns } = await client.query<Column>(`
    select class.relname as "table", attname as "column", format_type(atttypid, null) as type, attnotnull as required
    from pg_class class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%'`)
  const { rows: keys } = await client.query<Key>(
    `
    select class.relname as "table", index_class.relname as name, 'unique' as kind, null as target,
      array(select coalesce(attname, pg_get_indexdef(indexrelid, place::integer, true))::text
        from unnest(indkey::int2[]) with ordinality part (number, place)
        left join pg_attribute on attrelid = class.oid and attnum = number and number > 0 order by place) as columns
    from pg_index join pg_class class on class.oid = indrelid join pg_class index_class on index_class.oid = indexrelid
    where (indisunique or indisexclusion) and relnamespaceof(class) and not class.relispartition
    union all
    select class.relname, conname, 'foreign', confrelid::regclass::text,
      array(select attname::text from unnest(conkey) number
        join pg_attribute on attrelid = class.oid and attnum = number)
    from pg_constraint join pg_class class on class.oid = conrelid
    where contype = 'f' and relnamespaceof(class) and not class.relispartition and conparentid = 0
    order by 1, 2`.replaceAll('relnamespaceof(class)', "class.relnamespace = 'public'::regnamespace"),
  )
  return { columns, keys: keys.filter(({ table }) => !table.startsWith('kysely')) }
}

/** Whether a key refuses the same when the column the table is spread by stands in it. */
function canCarry(key: Key, column: string, all: Column[]): boolean {
  if (key.columns.includes(column)) return true
  const typeOf = (name: string | undefined) =>
    all.find((one) => one.table === key.table && one.column === name)?.type
  const isRequired = all.some((one) => one.table === key.table && one.column === column && one.required)
  return isRequired && key.columns.length === 1 && typeOf(key.columns[0]) === 'uuid'
}

function problemOf(key: Key, columns: Column[]): boolean {
  const own = big[key.table]
  const target = key.target ? big[key.target] : undefined
  if (key.kind === 'unique') return own !== undefined && !canCarry(key, own[0], columns)
  // What all servers have whole is everywhere; else both ends have to lie on one server.
  if (!target) return false
  return !own || own[1] !== target[1] || !canCarry(key, own[0], columns)
}

test('every key of the big tables could carry the column they would be spread over servers by', async () => {
  const fresh = await freshDatabase()
  const client = new PgClient({ connectionString: fresh.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await fresh.drop()
  })
  const { columns, keys } = await readSchema(client)
  const tables = [...new Set(columns.map(({ table }) => table))]

  expect
    .soft(
      tables.filter((table) => !(table in big) && !small.has(table)),
      'neither big, with what it is spread by, nor small',
    )
    .toEqual([])
  expect
    .soft(
      [...Object.keys(big), ...small].filter((table) => !tables.includes(table)),
      'no such table',
    )
    .toEqual([])
  for (const [table, [column]] of Object.entries(big))
    expect
      .soft(
        columns.some((one) => one.table === table && one.column === column && one.required),
        table,
      )
      .toBe(true)

  const cannot = keys
    .filter((key) => problemOf(key, columns))
    .map(
      ({ table, columns: names, target }) => `${table} (${names.join(', ')})${target ? ` → ${target}` : ''}`,
    )
  expect(cannot.sort()).toEqual(Object.keys(exceptions).sort())
})

test('the page on growing names every big table and every key that cannot', () => {
  const page = readFileSync('docs/growing.md', 'utf8')
  for (const table of Object.keys(big)) expect(page).toContain(`\`${table}\``)
  for (const exception of Object.keys(exceptions)) expect(page).toContain(`\`${exception.split(' →')[0]}\``)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { openInstallation } from '#server/open-installation.ts'
import type { Database } from '#server/platform/database.ts'
import { startProduct } from '#server/start-product.ts'
import { nameOfLead } from './fill-installation.part.ts'
import { fillYear } from './fill-year.part.ts'
import { idOf, tracked, type View, viewed, viewsOfDay, type Year } from './year-of-traffic.part.ts'

const VISITORS = 40
const DAYS = 70
// Nothing is connected to the product that is sent to: what a CRM has taken is copied as taken.
const OF_DELIVERY = new Set(['leads.crm_state', 'leads.crm_contact_stale', 'lead_tags.state'])
// What is copied; what else a capture leaves (receipts, links, jobs) is not read by what is measured.
const TABLES = ['browsers', 'visitors', 'page_views', 'people', 'leads', 'lead_captures', 'lead_tags']

// In a process of its own: what a running product takes of memory is no part of what filling does.
if (process.send) process.send(await compareWithTracking())

/**
 * Sends the same small year through the running product into an empty installation and copies it into another one, and
 * says for each table which columns differ in any row, ids and times apart; nothing where all of it is the same.
 */
async function compareWithTracking(): Promise<string[]> {
  const [copied, sent] = [emptyFolder(), emptyFolder()]
  try {
    const { year } = await fillYear(copied, { pageViews: VISITORS * 10, days: DAYS }, () => {})
    await send(sent, year)
    const [a, b] = [await readAll(copied), await readAll(sent)]
    return TABLES.flatMap((table) => differing(table, a.get(table) ?? [], b.get(table) ?? []))
  } finally {
    for (const folder of [copied, sent]) rmSync(folder, { recursive: true, force: true })
  }
}

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'leadline-sample-'))
}

async function send(dataDir: string, year: Year): Promise<void> {
  let at = year.begin
  const product = await startProduct(
    readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', TRUST_PROXY: '1' }),
    { say: () => {}, clock: { now: () => new Date(at * 1000) } },
  )
  const cookies = new Map<number, string>()
  const post = async (n: number, path: string, body: object) => {
    const { userAgent, address } = tracked(year, n)
    const answer = await fetch(product.url + path, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'user-agent': userAgent, 'x-forwarded-for': address },
        ...(cookies.has(n) && { cookie: cookies.get(n) ?? '' }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const set = answer.headers.getSetCookie()[0]?.split(';')[0]
    if (set) cookies.set(n, set)
  }
  const views: View[] = []
  for (let day = 0; day < year.days; day += 1) views.push(...viewsOfDay(year, day))
  const leads = Array.from({ length: year.visitors }, (_, place) => place + 1).filter(
    (n) => Number.parseInt(idOf(year, n).slice(-2), 16) % 5 < 2,
  )
  const left = new Map<number, number>()
  for (const { n } of views) left.set(n, (left.get(n) ?? 0) + 1)
  for (const view of views.sort((one, other) => one.at - other.at)) {
    at = view.at
    const { n } = view
    const page = viewed(year, view)
    const { device, touch } = tracked(year, n)
    const query = view.index === 0 ? `?${new URLSearchParams(touch)}` : ''
    if (view.index === 0)
      await post(n, '/api/visitors/track', { path: page.path + query, sessionId: page.sessionId, ...device })
    await post(n, '/api/visitors/page-view', {
      ...page,
      path: page.path + query,
      fingerprint: device.fingerprint,
    })
    left.set(n, (left.get(n) ?? 0) - 1)
    const place = leads.indexOf(n)
    if (left.get(n) !== 0 || place < 0) continue
    const name = nameOfLead(place + 1)
    await post(n, '/api/capture-lead', {
      ...{
        name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
        email: `${name}.${place + 1}@example.com`,
        page: '/meme',
      },
      phone: `+1202555${String(place + 1).padStart(4, '0')}`,
    })
  }
  await product.stop()
}

async function readAll(dataDir: string): Promise<Map<string, Record<string, unknown>[]>> {
  const { database, close } = await openInstallation(readConfig({ DATA_DIR: dataDir }), () => {})
  try {
    const rows = new Map<string, Record<string, unknown>[]>()
    for (const table of TABLES) rows.set(table, await readTable(database, table))
    return rows
  } finally {
    await close()
  }
}

/** The rows of a table without ids and times, each as its columns' text, in the order of that text. */
async function readTable(database: Database, table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select (select jsonb_object_agg(key, case when key = 'evidence' then value - 'captureId' else value end) from jsonb_each(to_jsonb(one)) where key in (
      select column_name from information_schema.columns where table_schema = 'public' and table_name = ${table}
        and data_type not in ('uuid', 'timestamp with time zone'))) as row
    from ${sql.table(table)} one ${table === 'lead_tags' ? sql`where trigger = 'lead_captured'` : sql``}`.execute(
    database,
  )
  return rows
    .map(({ row }) => row ?? {})
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

function differing(
  table: string,
  copied: Record<string, unknown>[],
  sent: Record<string, unknown>[],
): string[] {
  if (table !== 'browsers' && copied.length !== sent.length)
    return [`${table}: ${copied.length} rows copied, ${sent.length} stored by the product`]
  const [first] = [...copied, ...sent]
  // Each column by itself: what differs in one would bring the rows out of order in all.
  return Object.keys(first ?? {}).flatMap((column) => {
    if (OF_DELIVERY.has(`${table}.${column}`)) return []
    const all = (rows: Record<string, unknown>[]) => rows.map((row) => JSON.stringify(row[column])).sort()
    const [a, b] = [all(copied), all(sent)]
    // Browsers are filled in beyond those that a small year has.
    const missing = b.filter((value) => !a.includes(value))
    const isSame = table === 'browsers' ? missing.length === 0 : a.join() === b.join()
    const extra = a.find((value, place) => value !== b[place])
    return isSame
      ? []
      : [
          `${table}.${column}: ${extra} copied, ${missing[0] ?? b.find((value) => !a.includes(value))} stored by the product`,
        ]
  })
}

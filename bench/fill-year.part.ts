import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { readConfig } from '#server/config.ts'
import { countOnce } from '#server/counting/rebuild-counts.ts'
import { openInstallation } from '#server/open-installation.ts'
import type { Database } from '#server/platform/database.ts'
import { startEngine } from '#server/platform/engine/start-engine.ts'
import { makeMonthPartitions } from '#server/platform/month-partitions.ts'
import { viewsByMonth } from '#server/tracking/store.ts'
import { fillApplications, fillLeads } from './fill-installation.part.ts'
import { browsersOfYear, copiedTables, idOf, VIEWS_EACH, type Year } from './year-of-traffic.part.ts'

const DAY = 86_400
const LEADS_AT_ONCE = 50_000
// A row at a time would be a write to the connection each.
const CHUNK = 65_536

/** How long each part of filling took, in seconds; 0 where it had been done before. */
export type FillTimes = { stored: number; leads: number; counted: number; vacuumed: number }

/**
 * Fills a data folder with a year of traffic, by COPY of the rows that tracking would have written, and counts it.
 * Stopped, it goes on at the day, at the portion of leads or visitors where it was when it is called again with the folder.
 */
export async function fillYear(
  dataDir: string,
  { pageViews, days }: { pageViews: number; days: number },
  say: (line: string) => void,
): Promise<FillTimes & { year: Year }> {
  const engine = await startEngine({ dataDir, say })
  const { host, port, user, password, database: name } = engine.connection
  const address = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const times = { stored: 0, leads: 0, counted: 0, vacuumed: 0 }
  const timed = async (part: keyof FillTimes, work: () => Promise<unknown>) => {
    const begun = performance.now()
    await work()
    times[part] += (performance.now() - begun) / 1000
  }
  const open = () =>
    openInstallation(readConfig({ DATA_DIR: dataDir, DATABASE_URL: address }), say, { mayBeNew: true })
  // What was stopped while it was counted goes on as soon as it is opened.
  let opened: Awaited<ReturnType<typeof open>> | undefined
  await timed('counted', async () => {
    opened = await open()
  })
  if (!opened) throw new Error('The installation was not opened.')
  const { database, close } = opened
  const client = new Client(engine.connection)
  await client.connect()
  try {
    const year = await planOf(database, { visitors: Math.round(pageViews / VIEWS_EACH), days })
    await timed('stored', () => storeDays(database, client, year, say))
    await timed('leads', () => storeLeads(database, year, say))
    await timed('counted', () => countOnce(database, { say }))
    await timed('vacuumed', () => once(database, 'vacuumed', () => sql`vacuum analyze`.execute(database)))
    return { ...times, year }
  } finally {
    await client.end()
    await close()
    await engine.stop()
  }
}

/** What is being filled in: what was begun, where it was. */
async function planOf(database: Database, { visitors, days }: Omit<Year, 'begin'>): Promise<Year> {
  await sql`create schema if not exists bench`.execute(database)
  await sql`create table if not exists bench.year (visitors integer, days integer, begin bigint)`.execute(
    database,
  )
  await sql`create table if not exists bench.done (step text primary key)`.execute(database)
  const begin = Math.floor(Date.now() / 1000) - days * DAY
  await sql`insert into bench.year select ${visitors}::integer, ${days}::integer, ${begin}::bigint
    where not exists (select from bench.year)`.execute(database)
  const { rows } = await sql<Year>`select visitors, days, begin from bench.year`.execute(database)
  const [year] = rows
  if (!year || year.visitors !== visitors || year.days !== days)
    throw new Error(
      `The folder holds ${year?.visitors} visitors over ${year?.days} days; it is gone on with at that size only.`,
    )
  return year
}

const isDone = async (database: Database, step: string): Promise<boolean> =>
  (await sql`select from bench.done where step = ${step}`.execute(database)).rows.length > 0

async function once(database: Database, step: string, work: () => Promise<unknown>): Promise<void> {
  if (await isDone(database, step)) return
  await work()
  await sql`insert into bench.done values (${step})`.execute(database)
}

async function storeDays(
  database: Database,
  client: Client,
  year: Year,
  say: (line: string) => void,
): Promise<void> {
  await once(database, 'browsers', async () => {
    await makeMonthPartitions(database, viewsByMonth, new Date(), new Date((year.begin - DAY) * 1000))
    for (const { id, user_agent, device } of browsersOfYear)
      await sql`insert into browsers (id, user_agent, device) values (${id}, ${user_agent}, ${JSON.stringify(device)})
        on conflict do nothing`.execute(database)
  })
  for (let day = 0; day < year.days; day += 1) {
    if (await isDone(database, `day ${day}`)) continue
    await client.query('begin; set local synchronous_commit = off; set local statement_timeout = 0')
    for (const { table, columns, rows } of copiedTables)
      await pipeline(
        Readable.from(inChunks(rows(year, day)), { objectMode: false }),
        client.query(from(`copy ${table} (${columns}) from stdin`)),
      )
    await client.query('insert into bench.done values ($1)', [`day ${day}`])
    await client.query('commit')
    if (day % 30 === 29) say(`Stored: ${day + 1} of ${year.days} days.`)
  }
}

function* inChunks(lines: Generator<string>): Generator<string> {
  let chunk = ''
  for (const line of lines) {
    chunk += line
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}

async function storeLeads(database: Database, year: Year, say: (line: string) => void): Promise<void> {
  const leads = Math.round(year.visitors * 0.4)
  const portion = Math.round(LEADS_AT_ONCE / 0.4)
  for (let first = 1; first <= year.visitors; first += portion) {
    const step = `leads of visitors from ${first}`
    if (await isDone(database, step)) continue
    const last = Math.min(year.visitors, first + portion - 1)
    const made = await database.transaction().execute(async (transaction) => {
      await sql`set local synchronous_commit = off`.execute(transaction)
      const { rows } = await sql<{ before: number }>`select count(*) as before from leads`.execute(
        transaction,
      )
      const before = rows[0]?.before ?? 0
      const now = await fillLeads(transaction, {
        leads,
        from: idOf(year, first),
        to: idOf(year, last),
        before,
      })
      if (last === year.visitors) {
        await fillApplications(transaction)
        // From here on the next start counts what is there.
        await sql`update counting_state set is_counted = false, visitors_through = null`.execute(transaction)
      }
      await sql`insert into bench.done values (${step})`.execute(transaction)
      return now
    })
    if (year.visitors > portion) say(`Stored: ${made} leads.`)
  }
}

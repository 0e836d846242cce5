import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Queryable } from '#server/platform/database.ts'
import { readNarrowedVisitors } from '#server/reports/narrowed-visitors.ts'
import { resolveRange } from '#server/reports/resolve-range.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

/*
 * A list that is narrowed looks its rows up one by one. Whether it does is told by how often a table was looked into:
 * a planner that expects one visitor to be found goes through all rows again for each that is.
 */

const now = new Date('2026-11-18T20:00:00Z')
const past = { range: 'last-month', tz: 'UTC' } as const
const VISITORS = 4000

let product: RunningProduct
let small: ReturnType<typeof openDatabase>
beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now } })
  const connection = { connectionString: product.databaseUrl }
  small = openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 0, onLostConnection() {} })
  await product.query(`
    insert into visitors (id, first_seen_at, last_seen_at, last_view_at, visit_count, page_view_count, first_touch, last_touch)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, at, at, at, 1, 5, touch, touch
    from generate_series(1, ${VISITORS}) n, lateral (select timestamptz '2026-10-01' + n * interval '10 minutes') time (at),
      lateral (select jsonb_build_object('utm_source', 'source' || n % 8)) of_ad (touch)`)
  await product.query(`
    with one as (
      insert into page_views (visitor_id, at, path, id, source, attribution, hidden)
      select id, first_seen_at - step * interval '1 minute', '/page-' || step, gen_random_uuid(), last_touch ->> 'utm_source', last_touch, false
      from visitors cross join generate_series(0, 4) step returning visitor_id, at, path, source)
    insert into uncounted_views select * from one`)
  await product.query('insert into pending_visitors select id from visitors')
  // What is pending is folded, and known to the planner.
  await (await product.owner()).get('/api/analytics/overview?range=all')
  await product.query('vacuum analyze')
})
afterAll(async () => {
  await small?.close()
  await product?.end()
})

/** How often page views are looked into while something is read. */
async function looksIntoViews(read: (transaction: Queryable) => Promise<unknown>): Promise<number> {
  return small.database.transaction().execute(async (transaction) => {
    await read(transaction)
    const { rows } = await sql<{ looks: number }>`
      select seq_scan + coalesce(idx_scan, 0) as looks from pg_stat_xact_user_tables where relname = 'page_views'`.execute(
      transaction,
    )
    return rows[0]?.looks ?? 0
  })
}

const position = { cursor: null, limit: 50 }

test('visitors of a past range who are found by a frequent word are looked up once, and only those', async () => {
  const looks = await looksIntoViews(async (transaction) => {
    const page = await readNarrowedVisitors(
      transaction,
      { q: 'source3' },
      resolveRange(past, now),
      now,
      position,
    )
    expect(page.rows).toHaveLength(50)
  })
  expect(looks).toBeLessThan(VISITORS / 4)
})

test('visitors of a page and a past range who are found by a frequent word are looked up once, and only those', async () => {
  const looks = await looksIntoViews(async (transaction) => {
    const filter = { page: '/page-1', q: 'source3' }
    const page = await readNarrowedVisitors(transaction, filter, resolveRange(past, now), now, position)
    expect(page.rows).toHaveLength(50)
  })
  expect(looks).toBeLessThan(VISITORS / 4)
})

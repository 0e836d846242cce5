import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { openDatabase, type Queryable } from '#server/platform/database.ts'
import { readCallState } from '#server/voice/read-call-state.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

/*
 * What is asked about one browser, one person or one vendor reads that one's rows, however many others there are. Whether
 * it does is told by how many rows the database went through.
 */

const MANY = 3000
const now = new Date('2026-11-18T20:00:00Z')
const ada = '00000000-0000-7000-8000-000000000001'

let product: RunningProduct
let open: ReturnType<typeof openDatabase>
beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now } })
  const connection = { connectionString: product.databaseUrl }
  open = openDatabase({ connection, maxConnections: 2, statementTimeoutMs: 200, onLostConnection() {} })
  // A visitor, their person, lead, capture and receipt share one id.
  await product.query(`
    insert into visitors (id, first_seen_at, last_seen_at, visit_count, page_view_count, first_touch, last_touch)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, at, at, 0, 0, '{}', '{}'
    from generate_series(1, ${MANY}) n, lateral (select timestamptz '2026-11-18' - n * interval '1 minute') time (at)`)
  await product.query('insert into people (id, created_at) select id, first_seen_at from visitors')
  await product.query('update visitors set person_id = id')
  await product.query(`
    insert into person_links (id, person_id, kind, value, evidence, at)
    select gen_random_uuid(), id, 'visitor', id::text, '{}', first_seen_at from visitors`)
  await product.query(`
    insert into leads (id, person_id, visitor_id, email, name, phone, slug, capture_source, capture_count,
      first_captured_at, last_captured_at, crm_state)
    select id, id, id, id || '@example.com', 'Ada', '', '/', 'customer', 1, first_seen_at, last_seen_at, 'waiting'
    from visitors`)
  await product.query(`
    insert into lead_captures (id, at, lead_id, visitor_id, slug, name, email, phone, source, attribution, hidden, details)
    select id, last_captured_at, id, id, slug, name, email, phone, '', '{}', false,
      jsonb_build_object('phoneE164', '+1202555' || right(id::text, 4)) from leads`)
  await product.query(`
    insert into consent_receipts (id, capture_id, lead_id, kind, granted, text, version, page, at)
    select id, id, id, 'automated_call', true, '', '', '/', first_captured_at from leads`)
  await product.query('vacuum analyze')
})
afterAll(async () => {
  await open?.close()
  await product?.end()
})

/** How many rows of these tables are gone through while something is done. */
const rowsRead = (tables: string[], work: (transaction: Queryable) => Promise<unknown>): Promise<number> =>
  open.database.transaction().execute(async (transaction) => {
    // A connection tells what it did a little later: what came before may be among it.
    const counted = async () => {
      const { rows } = await sql<{ read: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
        where relname = any(${tables})`.execute(transaction)
      return Number(rows[0]?.read ?? 0)
    }
    const before = await counted()
    await work(transaction)
    return (await counted()) - before
  })

test('how the call of a browser stands is read from its own receipts', async () => {
  const read = await rowsRead(['consent_receipts', 'lead_captures'], async (transaction) => {
    const rules = { setup: SiteContent.parse({}).calls, ownCountry: 'US' }
    expect(await readCallState(transaction, ada, now, rules)).toEqual({ state: 'expected' })
  })
  expect(read).toBeLessThan(20)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveRange } from '#server/counting/resolve-range.ts'
import { openDatabase, type Queryable } from '#server/platform/database.ts'
import { containsIndexed } from '#server/reports/contains-indexed.ts'
import { listLeads, readLeadsPage } from '#server/reports/list-leads.ts'
import { writeCursor } from '#server/reports/list-page.ts'
import { readVisitorsPage } from '#server/reports/list-visitors.ts'
import { readNarrowedVisitors } from '#server/reports/narrowed-visitors.ts'
import { foundVisitors } from '#server/reports/searched-visitors.ts'
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
    insert into visitors (id, first_seen_at, last_seen_at, last_view_at, visit_count, page_view_count, ip_address, first_touch, last_touch)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, at, at, at, 1, 5, case n % 10
        when 0 then '2001:db8:' || to_hex(n) || '::1' when 1 then '::ffff:10.1.' || n % 256 || '.' || n / 256
        else n * 7 % 256 || '.1.' || n * 13 % 256 || '.' || n / 256 end, touch, touch
    from generate_series(1, ${VISITORS}) n, lateral (select timestamptz '2026-10-01T00:00Z' + n * interval '10 minutes') time (at),
      lateral (select jsonb_build_object('utm_source', 'source' || n % 8,
        'utm_campaign', case when n % 100 = 7 then 'v10.1.' || n % 9 || ' DB8:Ff' else 'plain' end)) of_ad (touch)`)
  await product.query(`
    with one as (
      insert into page_views (visitor_id, at, path, id, source, attribution, hidden)
      select id, first_seen_at - step * interval '1 minute', '/page-' || step, gen_random_uuid(), last_touch ->> 'utm_source', last_touch, false
      from visitors cross join generate_series(0, 4) step returning visitor_id, at, path, source)
    insert into rollup_queue select * from one`)
  await product.query('insert into pending_visitors select id from visitors')
  await product.query(`
    insert into people (id, created_at) select id, first_seen_at from visitors`)
  await product.query(`
    insert into leads (id, person_id, visitor_id, email, name, phone, slug, capture_source, capture_count,
      first_captured_at, last_captured_at, last_counted_at, crm_state)
    select id, id, id, id || '@example.com', 'Ada', '', '/', 'customer', 2, first_seen_at, last_seen_at, last_seen_at, 'delivered'
    from visitors`)
  // Twice each, so that a lead stands at its last capture.
  await product.query(`
    insert into lead_captures (id, at, lead_id, visitor_id, slug, name, email, phone, source, attribution, hidden)
    select gen_random_uuid(), last_captured_at - days * interval '1 day', id, id, slug, name, email, phone, '', '{}', false
    from leads cross join generate_series(0, 1) days`)
  await product.query(`
    insert into lead_steps (lead_id, step, at)
    select id, 'applied', last_captured_at from leads where right(id::text, 1) < '5'`)
  // What everybody wrote who applied, and the name of some who did not.
  await product.query(`
    insert into external_events (id, kind, key, at, reference, lead_id, joined_by, joined_at, trigger)
    select lead_id, 'application', 'own ' || lead_id, at, lead_id::text, lead_id, 'reference', at, 'application' from lead_steps`)
  await product.query(`
    insert into applications (id, token, form_id, submitted_at, answers, hidden, attribution)
    select lead_id, 'own ' || lead_id, 'own', at,
      '[{"question": "What would help?", "answer": "More customers."}]', '{}', '{}' from lead_steps`)
  await product.query(`update leads set name = 'Cy Customers' where right(id::text, 2) = '57'`)
  await product.query(`
    insert into lead_tags (id, lead_id, tag_name, trigger, evidence, created_at, state)
    select gen_random_uuid(), id, 'Rare', 'booking', '{}', last_captured_at, 'delivered' from leads
    where right(id::text, 1) = '0'`)
  await product.query('insert into pending_leads select id from leads')
  // What is pending is counted, and known to the planner.
  await (await product.owner()).get('/api/analytics/overview?range=all')
  await product.query('vacuum analyze')
})
afterAll(async () => {
  await small?.close()
  await product?.end()
})

// How often a table is looked into, and how many of its rows are gone through.
const looks = sql`seq_scan + coalesce(idx_scan, 0)`
const rowsRead = sql`seq_tup_read + coalesce(idx_tup_fetch, 0)`

/** How often tables are looked into while something is read, or how many of their rows are. */
async function looksInto(
  tables: string[],
  read: (transaction: Queryable) => Promise<unknown>,
  what = looks,
): Promise<number> {
  return small.database.transaction().execute(async (transaction) => {
    // A connection tells what it did a little later: what came before may be among it.
    const counted = async () => {
      const { rows } = await sql<{ number: number }>`
        select sum(${what}) as number from pg_stat_xact_user_tables
        where coalesce(pg_partition_root(relid), relid)::regclass::text = any(${tables})`.execute(transaction)
      return Number(rows[0]?.number ?? 0)
    }
    const before = await counted()
    await read(transaction)
    return (await counted()) - before
  })
}
const looksIntoViews = (read: (transaction: Queryable) => Promise<unknown>) => looksInto(['page_views'], read)

const position = { cursor: null, limit: 50 }

/** Reads a list of leads a page at a time, and then all that is left of it. */
function pageByPage(query: Parameters<typeof readLeadsPage>[1]) {
  const found: string[] = []
  let cursor: string | undefined
  const readOn = async (database: Queryable) => {
    const { rows, next, total } = await readLeadsPage(database, { ...query, cursor }, 'both', now)
    found.push(...rows.map(({ id }) => id))
    cursor = next ? writeCursor(next) : undefined
    return total
  }
  return {
    readOn,
    async readAll() {
      while (cursor !== undefined) await readOn(small.database)
      return found
    },
  }
}

test('the newest visitors of a past range are read without the rest of it', async () => {
  const looks = await looksInto(['page_views', 'lead_captures'], async (transaction) => {
    const page = await readVisitorsPage(transaction, { ...past, q: '', hidden: 'false', limit: 20 }, now)
    expect(page.rows).toHaveLength(20)
    const last = page.rows.map(({ lastSeenInRange }) => lastSeenInRange)
    expect(last).toEqual([...last].sort().reverse())
  })
  // Each visitor's five views and two captures are looked at once or twice, and no other visitor's.
  expect(looks).toBeLessThan(700)
})

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

test('visitors of a source and a page are found behind a rush of others, and none is looked up but who was last there', async () => {
  const range = resolveRange({ range: 'all', tz: 'UTC' }, now)
  const filter = { source: ['source3'], page: '/page-1' }
  const cursor = { at: now, id: 'ffffffff-ffff-7fff-bfff-ffffffffffff' }
  let found: string[] = []
  const looks = await looksIntoViews(async (transaction) => {
    await sql`insert into page_views (visitor_id, at, path, id, source, attribution, hidden)
      select id, ${now}::timestamptz - n * interval '1 second', '/rush', gen_random_uuid(), 'rush', '{}', false
      from (select * from visitors order by id limit 1) one cross join generate_series(1, 5000) n`.execute(
      transaction,
    )
    const page = await readNarrowedVisitors(transaction, filter, range, now, { cursor, limit: 50 })
    found = page.rows.map(({ visitor }) => visitor.id)
    expect(page.next).not.toBeNull()
    await sql`delete from page_views where path = '/rush'`.execute(transaction)
  })
  const { rows } = await sql<{ id: string }>`
    select visitor_id as id from page_views where source = 'source3' and path = '/page-1'
    group by 1 order by max(at) desc, 1 desc limit 50`.execute(small.database)
  expect(found).toEqual(rows.map(({ id }) => id))
  // There are 500 of them.
  expect(looks).toBeLessThan(250)
})

test.each(['last-30-days', 'last-month'] as const)(
  'leads of a step, %s, are read in order, and none but the page is looked up',
  async (range) => {
    const query = { range, tz: 'UTC', q: '', step: 'applied', limit: 50 } as const
    let found: string[] = []
    const looks = await looksInto(['lead_captures', 'lead_steps', 'step_captures'], async (transaction) => {
      found = (await readLeadsPage(transaction, query, 'both', now)).rows.map(({ id }) => id)
    })
    const { start, end } = resolveRange(query, now)
    const { rows } = await sql<{ id: string }>`
    select lead_id as id from lead_captures where right(lead_id::text, 1) < '5' and at >= ${start} and at < ${end}
    group by 1 order by max(at) desc, 1 desc limit 50`.execute(small.database)
    expect(found).toHaveLength(50)
    expect(found).toEqual(rows.map(({ id }) => id))
    expect(looks).toBeLessThan(110)
  },
)

test.each([
  ['last-30-days', 'example'],
  ['last-30-days', '21@example'],
  ['last-month', 'example'],
  ['last-month', '21@example'],
] as const)(
  'leads of a step, %s, who are found by “%s” are looked for among those of the step, page by page',
  async (range, q) => {
    const query = { range, tz: 'UTC', q, step: 'applied', limit: 40 } as const
    const { start, end } = resolveRange(query, now)
    const { rows } = await sql<{ id: string }>`
      select lead_id as id from lead_captures where right(lead_id::text, 1) < '5' and email like ${`%${q}%`}
        and at >= ${start} and at < ${end} group by 1 order by max(at) desc, 1 desc`.execute(small.database)
    const wanted = rows.map(({ id }) => id)
    expect(wanted.length).toBeGreaterThan(q === 'example' ? 300 : 4)
    const list = pageByPage(query)
    let total: number | undefined
    const looks = await looksInto(['lead_steps'], async (transaction) => {
      total = await list.readOn(transaction)
    })
    expect(total).toBe(Math.min(wanted.length, 1000))
    expect(looks).toBeLessThan(60)
    expect(await list.readAll()).toEqual(wanted)
  },
)

test.each(['last-30-days', 'last-month'] as const)(
  'leads, %s, whom many answers find are looked for among those who applied, page by page',
  async (range) => {
    const query = { range, tz: 'UTC', q: 'customers', limit: 40 } as const
    const { start, end } = resolveRange(query, now)
    const { rows } = await sql<{ id: string }>`
      select lead_id as id from lead_captures
      where (right(lead_id::text, 1) < '5' or right(lead_id::text, 2) = '57') and at >= ${start} and at < ${end}
      group by 1 order by max(at) desc, 1 desc`.execute(small.database)
    const wanted = rows.map(({ id }) => id)
    expect(wanted.filter((id) => id.endsWith('57')).length).toBeGreaterThan(2)
    const list = pageByPage(query)
    let total: number | undefined
    const looks = await looksInto(['external_events', 'applications'], async (transaction) => {
      total = await list.readOn(transaction)
    })
    expect(total).toBe(Math.min(wanted.length, 1000))
    // Two for each who is looked at: some of them twice, and nobody who did not apply.
    expect(looks).toBeLessThan(3 * wanted.length + 300)
    expect(await list.readAll()).toEqual(wanted)
  },
)

test('leads whom a text names are merged with those who applied, and not all of these are read for it', async () => {
  const query = { range: 'all', tz: 'UTC', q: 'Cy Customers', limit: 50 } as const
  const { rows } = await sql<{ id: string }>`
    select id from leads where name = 'Cy Customers' order by last_counted_at desc, id desc`.execute(
    small.database,
  )
  expect(rows.length).toBeGreaterThan(10)
  const read = await looksInto(
    ['step_captures'],
    async (transaction) => {
      const page = await readLeadsPage(transaction, query, 'both', now)
      expect(page.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    },
    rowsRead,
  )
  // Of 2,500.
  expect(read).toBeLessThan(600)
})

test('leads of a rare tag and a past range are told by their captures, and none but the page is looked up', async () => {
  const query = { ...past, q: '', tag: 'Rare', limit: 50 }
  let found: string[] = []
  const looks = await looksInto(['leads'], async (transaction) => {
    const page = await readLeadsPage(transaction, query, 'both', now)
    expect(page.total).toBeGreaterThan(150)
    found = page.rows.map(({ id }) => id)
  })
  const { start, end } = resolveRange(query, now)
  const { rows } = await sql<{ id: string }>`
    select lead_id as id from lead_captures where right(lead_id::text, 1) = '0' and at >= ${start} and at < ${end}
    group by 1 order by max(at) desc, 1 desc limit 50`.execute(small.database)
  expect(found).toEqual(rows.map(({ id }) => id))
  expect(looks).toBeLessThan(60)
})

test('of the leads of a page no more are read than are shown: how many there are is counted', async () => {
  const query = { range: 'last-30-days', tz: 'America/Los_Angeles', q: '', page: '/', limit: 50 } as const
  const { start } = resolveRange(query, now)
  const { rows } = await sql<{ id: string }>`
    select id from leads where last_counted_at >= ${start} order by last_counted_at desc, id desc`.execute(
    small.database,
  )
  const read = await looksInto(
    ['lead_captures'],
    async (transaction) => {
      const page = await listLeads(transaction, query, 'both', now)
      expect([page.total, page.isCapped]).toEqual([rows.length, false])
      expect(page.rows.map(({ id }) => id)).toEqual(rows.slice(0, 50).map(({ id }) => id))
    },
    rowsRead,
  )
  expect(rows.length).toBeGreaterThan(1000)
  expect(read).toBeLessThan(500)
})

test('a word that many have is looked for among the few of a short range, not among all who ever had it', async () => {
  const query = { range: 'custom', from: '2026-10-27', to: '2026-11-18', tz: 'UTC' } as const
  const range = resolveRange(query, now)
  let found: { id: string }[] = []
  const looks = await looksInto(['visitors', 'visitor_search'], async (transaction) => {
    const page = await readNarrowedVisitors(transaction, { q: 'source3' }, range, now, {
      cursor: null,
      limit: 50,
    })
    found = page.rows.map(({ visitor }) => ({ id: visitor.id }))
  })
  const { rows } = await sql<{ id: string }>`
    select id from visitors where first_touch ->> 'utm_source' = 'source3' and last_seen_at >= ${range.start}
    order by last_seen_at desc limit 50`.execute(small.database)
  expect(found.length).toBeGreaterThan(10)
  expect(found).toEqual(rows)
  expect(looks).toBeLessThan(100)
})

test.each([
  '8.1.91.15',
  '108.1.',
  '.1.',
  '1.1',
  '1q1',
  '10.1.',
  '0.1.4',
  '.10.1.',
  'ffff:10.1.',
  '::ffff:10',
  'DB8:3',
  '2001:db8:fa0::1',
  ':',
  '.',
  'v10.1.',
  '8:ff',
  '99.99.99.99',
  '0.1',
  '10',
  '1.91.15',
  '.91.1',
  '..',
  'v10.1',
  '0h',
])('visitors found by %s are those whose address or campaign holds it', async (q) => {
  const page = await readNarrowedVisitors(
    small.database,
    { q },
    resolveRange({ range: 'all', tz: 'UTC' }, now),
    now,
    {
      cursor: null,
      limit: VISITORS,
    },
  )
  const { rows } = await sql<{ id: string }>`
    select id from visitors where position(lower(${q}) in lower(ip_address)) > 0
      or position(lower(${q}) in lower(first_touch ->> 'utm_campaign')) > 0 order by id desc`.execute(
    small.database,
  )
  expect(page.rows.map(({ visitor }) => visitor.id)).toEqual(rows.map(({ id }) => id))
})

test('half an address is found by how its numbers follow each other, not by all who have one of them', async () => {
  const wanted = containsIndexed('35.1.65.', sql`search.text`)
  const count = sql<{
    count: number
  }>`select count(*) as count from visitor_search search where true ${wanted}`
  const found = (await count.execute(small.database)).rows[0]?.count ?? 0
  expect(found).toBeGreaterThan(0)
  const { rows } = await sql<Record<'QUERY PLAN', string>>`
    explain (analyze, timing off) select from visitor_search search where true ${wanted}`.execute(
    small.database,
  )
  const plan = rows.map((row) => row['QUERY PLAN'])
  const looked = plan.find((line) => line.includes('Bitmap Index Scan'))?.match(/rows=([\d.]+) loops/g)
  expect(looked, plan.join('\n')).toBeTruthy()
  expect(Number(looked?.[0].match(/[\d.]+/)?.[0])).toBeLessThanOrEqual(found + 2)
})

// At the end, as it changes where they came from.
test('visitors are found by the name that their source is shown by, by index', async () => {
  await product.query(`update visitors set first_touch = first_touch || '{"utm_source": "IG"}'
    where id in (select id from visitors where first_touch ->> 'utm_source' = 'source3' order by id limit 30)`)
  await product.query(`update visitor_search set text = replace(text, 'source3', 'IG')
    where visitor_id in (select id from visitors where first_touch ->> 'utm_source' = 'IG')`)
  const byName = await sql<{
    id: string
  }>`select id from visitors where first_touch ->> 'utm_source' = 'IG' order by id desc`.execute(
    small.database,
  )
  const range = resolveRange({ range: 'all', tz: 'UTC' }, now)
  for (const q of ['instagram', 'Insta']) {
    const page = await readNarrowedVisitors(small.database, { q }, range, now, {
      cursor: null,
      limit: VISITORS,
    })
    expect(page.rows.map(({ visitor }) => visitor.id)).toEqual(byName.rows.map(({ id }) => id))
  }
  await product.query('vacuum analyze visitor_search')
  const { rows } = await sql<Record<'QUERY PLAN', string>>`
    explain (analyze, timing off) ${foundVisitors({ text: 'Instagram', people: [] })}`.execute(small.database)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).not.toContain('Seq Scan')
  expect(plan.match(/Bitmap Index Scan on visitor_search_with_dots/g)?.length, plan).toBeGreaterThan(1)
})

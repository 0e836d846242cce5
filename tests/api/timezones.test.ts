import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { countTimezones } from '#server/counting/counted-timezones.ts'
import { rebuildCounts } from '#server/counting/rebuild-counts.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { openForTest } from '#support/open-for-test.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { ROLLUP_LOCK } from '#support/trouble-rollup.ts'

/** Noon in UTC: the day before is still on in Los Angeles at the times of `fill`. */
const now = new Date('2026-11-18T12:00:00Z')

async function start(visitors: number) {
  const product = await runProduct({ clock: { now: () => now } })
  onTestFinished(() => product.end())
  await fill(product, visitors)
  return { product, owner: await product.owner(), database: openForTest(product.databaseUrl) }
}

/** Visitors with three views each, over four days and at all hours; every tenth is a lead. */
async function fill(product: RunningProduct, visitors: number): Promise<void> {
  await product.query(
    `insert into visitors (id, first_seen_at, last_seen_at, last_view_at, last_counted_at, was_active, visit_count, page_view_count,
      first_touch, last_touch)
    select md5(n::text)::uuid, at, at, at, at, true, 3, 3, '{}', '{}'
    from generate_series(1, $1) n, lateral (select timestamptz '2026-11-14T00:00Z' + n % 96 * interval '1 hour') time (at)`,
    [visitors],
  )
  await product.query(`with view as (
      insert into page_views (visitor_id, at, path, id, source, attribution, hidden)
      select id, first_seen_at - step * interval '17 hours', '/page-' || step, gen_random_uuid(), '', '{}', false
      from visitors cross join generate_series(0, 2) step returning visitor_id, at, path, source)
    insert into rollup_queue (visitor_id, at, path, source) select * from view`)
  await product.query(`insert into people (id, created_at)
    select id, first_seen_at from visitors where right(id::text, 1) in ('0', '5')`)
  await product.query(`insert into leads (id, person_id, visitor_id, email, name, phone, slug, capture_source, capture_count,
      first_captured_at, last_captured_at, last_counted_at, crm_state)
    select id, id, id, id || '@example.com', 'Ada', '', '/', 'customer', 1, created_at, created_at, created_at, 'delivered' from people`)
  await product.query(`with capture as (
      insert into lead_captures (id, at, lead_id, visitor_id, slug, name, email, phone, source, attribution, hidden)
      select gen_random_uuid(), last_captured_at, id, id, slug, name, email, phone, '', '{}', false from leads
      returning visitor_id, at, slug, source, id)
    insert into rollup_queue (visitor_id, at, path, source, capture_id) select * from capture`)
  await product.query('insert into pending_leads select id from leads')
  await product.query(`update visitors set visit_count = 3`)
}

/** One view more of a visitor, as tracking stores it. */
async function storeView(product: RunningProduct, id: unknown): Promise<void> {
  await product.query(
    `with view as (insert into page_views (visitor_id, at, path, id, source, attribution, hidden)
        values ($1, '2026-11-18 11:00Z', '/again', gen_random_uuid(), '', '{}', false) returning visitor_id, at, path, source)
      insert into rollup_queue (visitor_id, at, path, source) select * from view`,
    [id],
  )
  await product.query(
    `update visitors set page_view_count = page_view_count + 1, visit_count = visit_count + 1,
        last_view_at = '2026-11-18 11:00Z', last_counted_at = '2026-11-18 11:00Z', last_seen_at = '2026-11-18 11:00Z' where id = $1`,
    [id],
  )
}

const yesterdayIn = (tz: string) => `/api/analytics/summary?range=yesterday&tz=${encodeURIComponent(tz)}`

ordinaryTest(
  'a small installation counts a timezone before it answers in it, and none that nobody asked for',
  async () => {
    const { product, owner } = await start(200)
    const home = await owner.get(yesterdayIn('America/Los_Angeles'))
    expect(home.headers.get('x-timezone')).toBe('America/Los_Angeles')
    const tokyo = await owner.get(yesterdayIn('Asia/Tokyo'))
    expect(tokyo.headers.get('x-timezone')).toBe('Asia/Tokyo')
    expect(tokyo.headers.get('x-timezone-progress')).toBe(null)
    const [seen] =
      await product.query(`select count(*) as views, count(distinct visitor_id) as visitors from page_views
    where at >= '2026-11-16 15:00Z' and at < '2026-11-17 15:00Z'`)
    expect(tokyo.body).toMatchObject({ pageViews: Number(seen?.views), visitors: Number(seen?.visitors) })
    expect(tokyo.body.pageViews).not.toBe(home.body.pageViews)
    expect(await product.query('select name from counted_timezones order by id')).toEqual([
      { name: 'America/Los_Angeles' },
      { name: 'Asia/Tokyo' },
    ])
    await expectHonestNumbers(product)
  },
)

thoroughTest('what is stored while a timezone is being counted is counted in it once', async () => {
  const { product, database } = await start(200)
  await product.query("insert into counted_timezones (name, asked_at) values ('Asia/Tokyo', now())")
  const [visitor] = await product.query('select id from visitors order by id limit 1')
  const send = pg.Client.prototype.query
  let isStored = false
  // After what waited was counted, and before what there is is read.
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    if (!/insert into gathered_events.*from visitor_activity/s.test(String(given[0])))
      return Reflect.apply(send, this, given)
    isStored = true
    spy.mockRestore()
    return storeView(product, visitor?.id).then(() => Reflect.apply(send, this, given))
  })
  while (await countTimezones(database, { patiently: true }));
  expect(isStored).toBe(true)
  await expectHonestNumbers(product)
})

thoroughTest(
  'a large installation counts it behind its reader, who is told, and is right whatever happens meanwhile',
  async () => {
    const { product, owner, database } = await start(5000)
    const home = await owner.get(yesterdayIn('America/Los_Angeles'))
    // Meanwhile the worker waits: what happens until then is done here, portion by portion.
    await database.connection().execute(async (counting) => {
      await sql`select pg_advisory_lock(${ROLLUP_LOCK})`.execute(counting)
      const first = await owner.get(yesterdayIn('Asia/Tokyo'))
      expect(first.headers.get('x-timezone')).toBe('America/Los_Angeles')
      expect(first.headers.get('x-timezone-progress')).toBe('0.00')
      expect(first.body).toMatchObject({ pageViews: home.body.pageViews, visitors: home.body.visitors })
      expect(first.body.countingTimezone).toEqual({ readIn: 'America/Los_Angeles', progress: 0 })
      const file = await owner.get(`/api/export/visitors.csv?range=yesterday&tz=Asia%2FTokyo`)
      expect(file.headers.get('x-timezone')).toBe('America/Los_Angeles')

      expect(await countTimezones(counting, { patiently: true })).toBe(true)
      const visitors = await product.query('select id from visitors order by id')
      const isReached = await product.query(
        `select progress.done from counted_timezones progress where name = 'Asia/Tokyo'`,
      )
      expect(Number(isReached[0]?.done)).toBe(2000)
      // New views, captures and blocks of those that are counted already and of those that are not.
      for (const place of [10, 1999, 2000, 4990]) await storeView(product, visitors[place]?.id)
      await sql`select pg_advisory_unlock(${ROLLUP_LOCK})`.execute(counting)
    })
    const blocked = await owner.post('/api/blocked-pages', { pagePath: '/page-1' })
    expect(blocked.status).toBeLessThan(300)
    await product.browser().post('/api/visitors/page-view', { path: '/meme' })
    await vi.waitFor(
      async () => {
        const { headers } = await owner.get(yesterdayIn('Asia/Tokyo'))
        expect(headers.get('x-timezone')).toBe('Asia/Tokyo')
      },
      { timeout: 60_000, interval: 200 },
    )
    await expectHonestNumbers(product)
    const counted = async () =>
      product.query(`select counted_values.key, tz, day, events, fresh, again from value_days
      join counted_values on value_id = id where events > 0 or fresh > 0 or again <> '{}' order by 1, 2, 3`)
    const before = await counted()
    await rebuildCounts(database)
    expect(await counted()).toEqual(before)
  },
)

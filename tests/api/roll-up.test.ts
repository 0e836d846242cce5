import { expect, onTestFinished, vi } from 'vitest'
import { rollUpPending } from '#server/counting/roll-up.ts'
import { dashboardReads } from '#support/distinct-views.ts'
import { waitFor } from '#support/eventually.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { openForTest } from '#support/open-for-test.ts'
import { runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

const paths = ['/', '/meme', '/freetraining']

thoroughTest(
  'two processes that count while visitors come, one of them cut off again and again, lose and double nothing',
  async () => {
    let now = Date.parse('2026-11-18T20:00:00Z')
    const product = await runProduct({ clock: { now: () => new Date(now) } })
    onTestFinished(() => product.end())
    const other = openForTest({ connectionString: product.databaseUrl, application_name: 'cut off' })

    const browsers = Array.from({ length: 12 }, () => product.browser())
    let isOver = false
    let rollups = 0
    let cuts = 0
    const rollingUp = (async () => {
      while (!isOver)
        await rollUpPending(other, { patiently: true })
          .then(() => (rollups += 1))
          .catch(() => (cuts += 1))
    })()
    const cutting = (async () => {
      while (!isOver) {
        await new Promise((resolve) => setTimeout(resolve, 40))
        await product.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'cut off' and datname = current_database()`)
        // However long one takes, not each of them is cut off.
        const whole = rollups
        await waitFor('a whole rollup', () => isOver || rollups > whole)
      }
    })()
    const owner = await product.owner()
    try {
      for (let round = 0; round < 25; round += 1) {
        now += 37 * 60_000
        await Promise.all(
          browsers.map(async (browser, index) => {
            const path = `${paths[(round + index) % 3]}?utm_source=s${index % 4}&utm_campaign=c${index % 3}`
            const { status } = await browser.post('/api/visitors/page-view', { path })
            expect(status).toBe(200)
          }),
        )
        if (round % 6 === 5)
          await owner
            .get('/api/analytics/overview?range=all')
            .then(({ body }) => expect(body.funnel).toBeDefined())
      }
      await waitFor('some to be whole and some cut off', () => rollups > 3 && cuts > 0)
    } finally {
      isOver = true
    }
    await Promise.all([rollingUp, cutting])
    expect(rollups).toBeGreaterThan(3)
    expect(cuts).toBeGreaterThan(0)

    const { body } = await owner.get('/api/analytics/overview?range=all&campaign=c1')
    expect(body.funnel[0].people).toBe(4)
    expect(body.series.reduce((sum: number, { views }: { views: number }) => sum + views, 0)).toBe(100)
    expect(await product.query('select * from rollup_queue')).toEqual([])
    await expectHonestNumbers(product)
  },
)

ordinaryTest(
  'an event that cannot be counted is set aside with its reason, the others go on, and the next start counts it',
  async () => {
    const product = await runProduct()
    onTestFinished(() => product.end())
    const owner = await product.owner()
    await product.query(`create function refuse_one() returns trigger language plpgsql as $$ begin
    if new.value = '/poison' then raise exception 'this value cannot be counted'; end if; return new; end $$`)
    await product.query(
      'create trigger refuse_one before insert on counted_values for each row execute function refuse_one()',
    )
    const guest = product.browser()
    for (const path of ['/', '/poison', '/meme']) await guest.post('/api/visitors/page-view', { path })
    for (let n = 0; n < 30; n += 1) await product.browser().post('/api/visitors/page-view', { path: '/' })

    const waiting = async () => (await product.query('select from rollup_queue')).length
    await vi.waitFor(
      async () => {
        // Reading never fails, whatever waits.
        expect((await owner.get('/api/analytics/overview?range=all')).status).toBe(200)
        expect(await waiting()).toBe(0)
      },
      { timeout: 60_000, interval: 300 },
    )
    expect(await product.query('select path, reason from set_aside_events')).toEqual([
      { path: '/poison', reason: 'this value cannot be counted' },
    ])
    const summary = async () => (await owner.get('/api/analytics/summary?range=all')).body
    expect(await summary()).toMatchObject({ pageViews: 32, visitors: 31 })
    await expectHonestNumbers(product)

    await product.query('drop trigger refuse_one on counted_values')
    const next = await runProduct({ databaseUrl: product.databaseUrl })
    onTestFinished(() => next.end())
    expect(await product.query('select path from set_aside_events')).toEqual([])
    expect(await summary()).toMatchObject({ pageViews: 33, visitors: 31 })
    await expectHonestNumbers(product)
  },
)

thoroughTest('a start is ready before what waits is counted', async () => {
  const first = await runProduct()
  onTestFinished(() => first.end())
  const waiting = async () => Number((await first.query('select count(*) from rollup_queue'))[0]?.count)
  await first.stop()
  await first.query(`with visitor as (
      insert into visitors (id, first_seen_at, last_seen_at, last_view_at, last_counted_at, was_active, visit_count, page_view_count)
      select gen_random_uuid(), now(), now(), now(), now(), true, 1, 1 from generate_series(1, 3000) returning id, first_seen_at
    ), view as (
      insert into page_views (visitor_id, at, path, id, source, attribution, hidden)
      select id, first_seen_at, '/', gen_random_uuid(), '', '{}', false from visitor returning visitor_id, at, path, source
    )
    insert into rollup_queue (visitor_id, at, path, source) select visitor_id, at, path, source from view`)
  // Whoever counts waits for this, also the worker some seconds after the start.
  const holder = await holdLocks(first.databaseUrl, 'lock table value_days in exclusive mode')
  const starting = runProduct({ databaseUrl: first.databaseUrl })
  onTestFinished(async () => (await starting).end())
  const counting = holder.untilHeldUp('somebody to count')
  expect(await Promise.race([starting.then(() => 'ready'), counting.then(() => 'counting')])).toBe('ready')
  const next = await starting
  expect(await waiting()).toBe(3000)
  await holder.letGo()
  const { body } = await (await next.owner()).get('/api/analytics/overview?range=all')
  expect(body.funnel[0].people).toBe(3000)
  expect(await waiting()).toBe(0)
  await expectHonestNumbers(next)
})

thoroughTest(
  'values beyond the names of a day are counted as (other), and found by their own name all the same',
  async () => {
    const day = '2026-11-18'
    const product = await runProduct({ clock: { now: () => new Date(`${day}T12:00:00Z`) } })
    onTestFinished(() => product.end())
    const owner = await product.owner()
    // The names of the day are given away.
    await product.query(
      `insert into named_values (day, dimension, key)
    select $1::date, dimension, md5('earlier-' || n)::uuid
    from unnest(array['page', 'source', 'campaign', 'ad', 'referrer']) dimension, generate_series(1, 2000) n`,
      [day],
    )
    for (const name of ['a', 'a', 'b', 'c']) {
      const visitor = product.browser()
      const path = `/p-${name}?utm_source=s-${name}&utm_campaign=c-${name}&utm_ad=ad-${name}`
      const viewed = await visitor.post('/api/visitors/page-view', {
        path,
        referrer: `https://r-${name}.example/`,
      })
      expect(viewed.status).toBe(200)
      const captured = await visitor.post('/api/capture-lead', {
        name: 'Ann Lee',
        email: `${crypto.randomUUID()}@example.com`,
        phone: '+12015550123',
        page: path,
      })
      expect(captured.status).toBe(200)
    }
    const { body: pages } = await owner.get('/api/pages?range=all')
    expect(pages.map(({ path, views }: { path: string; views: number }) => [path, views])).toEqual([
      ['(other)', 4],
    ])
    expect(await product.query('select * from set_aside_events')).toEqual([])
    for (const [name, count] of [
      ['a', 2],
      ['b', 1],
      ['nobody', 0],
    ] as const) {
      const page = await owner.get(`/api/pages/${encodeURIComponent(`/p-${name}`)}/analytics?range=all`)
      if (count > 0) expect(page.body).toMatchObject({ totalViews: count, uniqueVisitors: count })
      for (const filter of [`page=/p-${name}`, `source=s-${name}`, `campaign=c-${name}`, `ad=ad-${name}`])
        for (const list of ['/api/visitors', '/api/customers']) {
          const found = await owner.get(`${list}?range=all&${filter}`)
          expect([list, filter, found.body.length, found.headers.get('x-total-count')]).toEqual([
            list,
            filter,
            count,
            String(count),
          ])
        }
    }
    await expectHonestNumbers(product)
  },
)

thoroughTest('readers are answered while nothing that waits can be counted', async () => {
  const product = await runProduct()
  onTestFinished(() => product.end())
  const owner = await product.owner()
  await product.query(`create function refuse_all() returns trigger language plpgsql as $$ begin
    raise exception 'nothing can be counted'; end $$`)
  await product.query(
    'create trigger refuse_all before insert on counted_values for each row execute function refuse_all()',
  )
  await product.browser().post('/api/visitors/page-view', { path: '/meme' })
  for (const path of dashboardReads) expect([path, (await owner.get(path)).status]).toEqual([path, 200])
})

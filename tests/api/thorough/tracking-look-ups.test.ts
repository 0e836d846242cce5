// A sample of it is in tests/api/tracking-in-two-processes.test.ts.
import { afterEach, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { holdRollup } from '#support/trouble-rollup.ts'

let product: RunningProduct
afterEach(() => product?.end())

/** What the database says it has stored in page views and read of them so far; a connection tells it once a second. */
const told = async () => {
  const [row] = await product.query(`select
    (select sum(n_tup_ins) from pg_stat_user_tables where relname like 'page_views%')::integer as stored,
    (select sum(seq_tup_read) from pg_stat_user_tables where relname like 'page_views%')::integer
      + (select sum(idx_tup_read) from pg_stat_user_indexes where relname like 'page_views%')::integer as read`)
  return { stored: row?.stored ?? 0, read: row?.read ?? 0 }
}

test('looks up a view by itself in a month that was empty when the first view came, however many there are since', async () => {
  product = await runProduct({ replanTrackingAfterMs: 0 })
  const visitor = product.browser()
  let opened = 0
  const open = async () => {
    opened += 1
    const { status } = await visitor.post('/api/visitors/page-view', { path: `/page-${opened}` })
    expect(status).toBe(200)
  }
  // From the sixth time on the database keeps one plan.
  while (opened < 8) await open()
  await product.query(`insert into page_views (visitor_id, at, path, id, source, hidden)
    select gen_random_uuid(), now() + n * interval '1 ms', '/', gen_random_uuid(), '', false from generate_series(1, 5000) n`)
  await expect.poll(async () => (await told()).stored).toBeGreaterThanOrEqual(5000)
  const before = await told()
  await expect
    .poll(async () => {
      await open()
      return (await told()).stored - before.stored
    })
    .toBeGreaterThanOrEqual(10)
  const after = await told()
  expect((after.read - before.read) / (after.stored - before.stored)).toBeLessThan(100)
})

test('looks up a view among those of its own visitor where the first crowd comes before plans are made anew', async () => {
  product = await runProduct({ replanTrackingAfterMs: 600_000 })
  const come = async (visitor: TestBrowser, path: string) => {
    expect((await visitor.post('/api/visitors/track', { path })).status).toBe(200)
    expect((await visitor.post('/api/visitors/page-view', { path })).status).toBe(200)
  }
  const CROWD = 400
  // It reads page views, too.
  const release = await holdRollup(product)
  for (let visitors = 0; visitors < CROWD; visitors += 1) await come(product.browser(), '/')
  await expect.poll(async () => (await told()).stored).toBe(CROWD)
  const { read, stored } = await told()
  await release()
  expect(read / stored).toBeLessThan(5)
})

test('looks up a view among the newest of its visitor, so that what one browser saw costs the others nothing', async () => {
  product = await runProduct({ replanTrackingAfterMs: 0 })
  const visitor = product.browser()
  let opened = 0
  const open = async () => {
    opened += 1
    const { status } = await visitor.post('/api/visitors/page-view', { path: `/page-${opened}` })
    expect(status).toBe(200)
  }
  await open()
  const PAST = 20_000
  await product.query(`with past as (
      update visitors set first_seen_at = first_seen_at - interval '1 day' returning id
    )
    insert into page_views (visitor_id, at, path, id, source, hidden)
    select past.id, date_trunc('second', now()) - n * interval '1 second', '/', gen_random_uuid(), '', false
    from past, generate_series(1, ${PAST}) n`)
  await expect.poll(async () => (await told()).stored).toBeGreaterThanOrEqual(PAST)
  // It reads page views, too.
  const release = await holdRollup(product)
  const before = await told()
  await expect
    .poll(async () => {
      await open()
      return (await told()).stored - before.stored
    })
    .toBeGreaterThanOrEqual(10)
  const after = await told()
  await release()
  expect((after.read - before.read) / (after.stored - before.stored)).toBeLessThan(200)
})

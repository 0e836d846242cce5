import { expect, onTestFinished, vi } from 'vitest'
import { rebuildCounts } from '#server/counting/rebuild-counts.ts'
import { recountAll, recountNext } from '#server/counting/recount-portion.ts'
import { noteBlockChange } from '#server/counting/recount-queue.ts'
import { rollUpPending } from '#server/counting/roll-up.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import {
  CROWDED_ADDRESS,
  CROWDED_PAGE,
  expectedOf,
  fillCrowd,
  holdCounting,
  startHiding,
  toldOf,
} from '#support/crowd-to-hide.ts'
import { waitFor } from '#support/eventually.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { rollupsOf } from '#support/rollups-of.ts'
import { runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

vi.setConfig({ testTimeout: 180_000 })

// A tenth of the product's own, so that a crowd of hundreds makes several.
const small = { visitors: 100, events: 3000 }

const block = (owner: TestBrowser, kind: 'page' | 'address') =>
  kind === 'page'
    ? owner.post('/api/blocked-pages', { pagePath: CROWDED_PAGE })
    : owner.post('/api/blocked-ips', { ipAddress: CROWDED_ADDRESS })
const switchTo = (owner: TestBrowser, kind: 'page' | 'address', id: string, isActive: boolean) =>
  sendJson(owner, 'PATCH', `/api/blocked-${kind === 'page' ? 'pages' : 'ips'}/${id}`, { isActive })
const view = (browser: TestBrowser, path: string) => browser.post('/api/visitors/page-view', { path })
const capture = (browser: TestBrowser, email: string, page: string) =>
  browser.post('/api/capture-lead', { name: 'Ann', email, phone: '1', page })

ordinaryTest(
  'while what many did is hidden and brought back, everybody goes on, those whose turn it is too',
  async () => {
    const { product, owner, database, pass, time } = await startHiding('2026-11-18T06:00:00Z')
    // Whoever came first is taken back first: their turn is the one that is held.
    const guests = Array.from({ length: 4 }, () => product.browser())
    for (const guest of guests) await view(guest, CROWDED_PAGE)
    const [first, second, third, fourth] = guests as [TestBrowser, TestBrowser, TestBrowser, TestBrowser]
    await view(third, '/meme')
    await capture(second, 'second@example.com', CROWDED_PAGE)
    pass(7200)
    await fillCrowd(product, time.now, 700)
    const before = await toldOf(owner)
    expect(before).toEqual(await expectedOf(product, {}))

    const holdingHide = await holdCounting(product)
    const { status, body } = await block(owner, 'page')
    expect(status).toBe(200)
    const hiding = recountAll(database)
    await holdingHide.reached()
    const isTheirTurn = async () => {
      const rows = await product.query(`select visitor_id from visitors_to_recount order by id limit 50`)
      const ids = await product.query(
        `select visitor_id from page_views where path = $1 order by at limit 4`,
        [CROWDED_PAGE],
      )
      expect(rows.map((row) => row.visitor_id)).toEqual(
        expect.arrayContaining(ids.map((row) => row.visitor_id)),
      )
    }
    await isTheirTurn()
    expect((await owner.get('/api/analytics/summary?range=all')).body.recounting).toMatchObject({ done: 0 })
    pass(60)
    // Nothing of the blocked page counts from the moment it was blocked; all else goes on.
    for (const guest of guests) expect((await view(guest, CROWDED_PAGE)).status).toBe(200)
    expect((await view(first, '/meme')).status).toBe(200)
    expect((await capture(third, 'third@example.com', '/meme')).status).toBe(200)
    expect((await capture(second, 'second@example.com', CROWDED_PAGE)).status).toBe(200)
    expect((await view(product.browser(), '/')).status).toBe(200)
    expect(await holdingHide.isWaiting()).toBe(true)
    await holdingHide.letGo()
    await hiding
    expect(await toldOf(owner)).toEqual(await expectedOf(product, { page: CROWDED_PAGE }))
    await expectHonestNumbers(product)

    const holdingUndo = await holdCounting(product, 'page_titles')
    expect((await switchTo(owner, 'page', body.id, false)).status).toBe(200)
    const undoing = recountAll(database)
    await holdingUndo.reached()
    await isTheirTurn()
    // The rows of this very second are being changed: who reports them again is answered, and counts once.
    for (const guest of guests) expect((await view(guest, CROWDED_PAGE)).status).toBe(200)
    pass(3600)
    expect((await view(fourth, CROWDED_PAGE)).status).toBe(200)
    expect((await view(fourth, '/meme')).status).toBe(200)
    expect((await capture(fourth, 'fourth@example.com', CROWDED_PAGE)).status).toBe(200)
    expect((await capture(second, 'second@example.com', '/meme')).status).toBe(200)
    expect(await holdingUndo.isWaiting()).toBe(true)
    const away = await toldAtOnce(owner)
    await holdingUndo.letGo()
    await undoing
    const after = await toldOf(owner)
    expect(after).toEqual(await expectedOf(product, {}))
    expect(after.cards[1]).toBe(before.cards[1] + 8)
    expect(away[1]).toBeLessThan(after.cards[1])
    await expectHonestNumbers(product)
    await expectSameWhenRebuilt()

    async function expectSameWhenRebuilt() {
      const kept = await rollupsOf(product, owner)
      await rebuildCounts(database)
      expect(await rollupsOf(product, owner)).toEqual(kept)
    }
  },
)

/** The cards alone, which nothing holds up. */
const toldAtOnce = async (owner: TestBrowser) => {
  const { body } = await owner.get('/api/analytics/summary?range=all')
  return [body.visitors, body.pageViews, body.leads]
}

thoroughTest(
  'a visitor with tens of thousands of views is hidden and brought back while it goes on',
  async () => {
    const { product, owner, database, pass, time } = await startHiding('2026-11-18T06:00:00Z')
    const busy = product.browser()
    await view(busy, '/meme')
    const [visitor] = await product.query(`select id from visitors where page_view_count = 1`)
    pass(86_400)
    await product.query(
      `with view as (
      insert into page_views (visitor_id, at, path, id, ip_address, source, attribution, hidden)
      select $1, $2::timestamptz - n * interval '3 seconds', '/meme', gen_random_uuid(), '127.0.0.1', '', '{}', false
      from generate_series(1, 15000) n returning visitor_id, at, path, source)
    insert into rollup_queue (visitor_id, at, path, source, previous)
    select visitor_id, at, path, source, lag(at) over (order by at) from view`,
      [visitor?.id, time.now],
    )
    await product.query(
      `update visitors set page_view_count = 15001, visit_count = 2, last_view_at = $2, last_counted_at = $2 where id = $1`,
      [visitor?.id, new Date(time.now.getTime() - 3000)],
    )
    expect(await toldOf(owner)).toEqual(await expectedOf(product, {}))
    for (const excluded of [true, false]) {
      const holding = await holdCounting(product)
      const { body } = await sendJson(owner, 'PUT', `/api/visitors/${visitor?.id}/exclude`, { excluded })
      expect(body).toEqual({ excluded: excluded ? 'self' : null, isMarkedOwn: excluded })
      expect(await product.query('select from visitors_to_recount')).toHaveLength(1)
      const counting = recountAll(database)
      await holding.reached()
      expect((await view(busy, '/meme')).status).toBe(200)
      pass(7200)
      expect((await view(busy, '/')).status).toBe(200)
      expect(await holding.isWaiting()).toBe(true)
      await holding.letGo()
      await counting
      expect(await toldOf(owner)).toEqual(await expectedOf(product, {}))
      await expectHonestNumbers(product)
    }
  },
)

thoroughTest(
  'a hide that is cut off in the middle of a portion, and a process that ends, lose and double nothing',
  async () => {
    const { product, owner, database, time } = await startHiding('2026-11-18T06:00:00Z', {
      countsAlone: true,
    })
    await fillCrowd(product, time.now, 600)
    const before = await toldOf(owner)
    const rollups = await rollupsOf(product, owner)
    const { body } = await block(owner, 'address')
    expect(body).toMatchObject({ ipAddress: CROWDED_ADDRESS })
    const blocked = await block(owner, 'page')
    const holding = await holdCounting(product)
    const cutOff = recountAll(database).then(
      () => 'through',
      () => 'cut off',
    )
    await holding.reached()
    await product.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'counts by hand' and datname = current_database()`)
    expect(await cutOff).toBe('cut off')
    await holding.letGo()
    for (let portion = 0; portion < 3; portion += 1) await recountNext(database, small)
    const [left] = await product.query('select count(*)::integer as count from visitors_to_recount')
    expect(left?.count).toBeGreaterThan(0)
    await product.stop()

    const next = await runProduct({ databaseUrl: product.databaseUrl, clock: { now: () => time.now } })
    onTestFinished(() => next.end())
    const nextOwner = await next.owner()
    const through = async () => {
      await vi.waitFor(
        async () => {
          const { body } = await nextOwner.get('/api/analytics/summary?range=all')
          expect(body.recounting).toBe(null)
        },
        { timeout: 60_000, interval: 100 },
      )
      // The worker that is through may still be counting what came besides.
      return toldOf(nextOwner)
    }
    const both = { page: CROWDED_PAGE, address: CROWDED_ADDRESS }
    expect(await through()).toEqual(await expectedOf(next, both))
    await expectHonestNumbers(next)
    await switchTo(nextOwner, 'page', blocked.body.id, false)
    expect(await through()).toEqual(await expectedOf(next, { address: CROWDED_ADDRESS }))
    await switchTo(nextOwner, 'address', body.id, false)
    expect(await through()).toEqual(before)
    await expectHonestNumbers(next)
    expect(await rollupsOf(next, nextOwner)).toEqual(rollups)
  },
)

thoroughTest(
  'hides, undos, an erasure, a timezone and a rebuild that overlap end in exact numbers',
  async () => {
    const { product, owner, database, time } = await startHiding('2026-11-18T06:00:00Z')
    await fillCrowd(product, time.now, 900)
    await toldOf(owner)
    const portions = async (count: number) => {
      // Whoever is touched is listed first.
      while ((await product.query('select from block_changes')).length > 0) await recountNext(database)
      for (let portion = 0; portion < count; portion += 1) await recountNext(database, small)
    }
    const page = (await block(owner, 'page')).body
    await portions(5)
    const address = (await block(owner, 'address')).body
    await portions(2)
    // One that is through and one that is not.
    const some = await product.query(
      `(select id from visitors where id not in (select visitor_id from visitors_to_recount) and page_view_count > 0 limit 1)
    union all (select visitor_id from visitors_to_recount order by id desc limit 1)`,
    )
    for (const { id } of some)
      expect((await sendJson(owner, 'PUT', `/api/visitors/${id}/exclude`, { excluded: true })).status).toBe(
        200,
      )
    await portions(1)
    await owner.get('/api/analytics/summary?range=yesterday&tz=Asia%2FTokyo')
    const erased = await product.query(
      `(select person_id from leads join visitors_to_recount on visitors_to_recount.visitor_id = leads.id order by visitors_to_recount.id desc limit 3)
    union (select person_id from leads where id not in (select visitor_id from visitors_to_recount) limit 3)`,
    )
    // Of both kinds, unless the product's own worker was through with all of them by now.
    expect(erased.length).toBeGreaterThan(2)
    for (const { person_id } of erased)
      expect((await owner.post(`/api/people/${person_id}/erase`, {})).status).toBe(200)
    await portions(2)
    await rebuildCounts(database)
    await switchTo(owner, 'page', page.id, false)
    await portions(3)
    await switchTo(owner, 'page', page.id, true)
    await portions(1)
    await switchTo(owner, 'address', address.id, false)
    await portions(2)
    // The check says what it waits for, and compares when that is through.
    const holding = await holdCounting(product)
    await switchTo(owner, 'page', page.id, false)
    const said: string[] = []
    const verifying = verifyReports(database, (line) => said.push(line))
    await waitFor('the check has begun', () => said.length > 0)
    await holding.letGo()
    expect(await verifying).toEqual([])
    expect(said[0]).toMatch(/^What was hidden or brought back is counted first: /)
    const told = await toldOf(owner)
    expect(told.lists).toEqual(told.cards)
    expect(told.charts).toEqual(told.cards)
    const rollups = await rollupsOf(product, owner)
    await rebuildCounts(database)
    expect(await rollupsOf(product, owner)).toEqual(rollups)

    // What an erasure found hidden is gone for good; the rest is all there.
    for (const { id } of some)
      await sendJson(owner, 'PUT', `/api/visitors/${id}/exclude`, { excluded: false })
    await recountAll(database)
    expect(await toldOf(owner)).toEqual(await expectedOf(product, {}))
    await expectHonestNumbers(product)
  },
)

thoroughTest('a block finds all who wait to be counted, however many came', async () => {
  const { product, owner, database, time } = await startHiding('2026-11-18T06:00:00Z')
  for (const kind of ['address', 'page'] as const) expect((await block(owner, kind)).status).toBe(200)
  // Nobody but the test counts, and the crowd came before the blocks.
  await product.stop()
  const many = 2050
  await fillCrowd(product, time.now, many)
  for (const table of ['visitors', 'page_views', 'lead_captures', 'pending_visitors'])
    await product.query(`update ${table} set ip_address = $1`, [CROWDED_ADDRESS])
  for (const change of [
    { kind: 'address', value: CROWDED_ADDRESS, hides: true },
    { kind: 'page', value: CROWDED_PAGE, hides: true },
  ] as const) {
    await product.query('delete from visitors_to_recount')
    await noteBlockChange(database, change)
    while ((await product.query('select from block_changes')).length > 0) await recountNext(database)
    expect(await product.query('select distinct visitor_id from visitors_to_recount')).toHaveLength(many)
  }
  await rollUpPending(database, { patiently: true })
  await recountAll(database)
  expect(await product.query('select from page_views where not hidden')).toEqual([])
  await expectHonestNumbers(product)
})

ordinaryTest('a page that had no name of its own on a busy day is hidden like any other', async () => {
  const { product, owner, time } = await startHiding('2026-11-18T06:00:00Z')
  await fillCrowd(product, time.now, 30)
  await product.query(
    `insert into named_values (day, dimension, key)
    select $1::timestamptz::date, 'page', md5('name ' || n)::uuid from generate_series(1, 2000) n`,
    [time.now],
  )
  await product.query(
    `insert into named_values (day, dimension, key)
    select $1::timestamptz::date, 'page', md5(path)::uuid from (select distinct path from page_views where path <> $2) one`,
    [time.now, CROWDED_PAGE],
  )
  expect((await toldOf(owner)).cards).toEqual([30, 90, 3])
  const { body } = await block(owner, 'page')
  expect(await toldOf(owner)).toEqual(await expectedOf(product, { page: CROWDED_PAGE }))
  await expectHonestNumbers(product)
  await switchTo(owner, 'page', body.id, false)
  expect(await toldOf(owner)).toEqual(await expectedOf(product, {}))
  await expectHonestNumbers(product)
})

thoroughTest(
  'an erasure that takes long holds up nobody, and takes out what came of the person meanwhile',
  async () => {
    const { product, owner, pass } = await startHiding('2026-11-18T06:00:00Z')
    const [erin, otto] = [product.browser(), product.browser()]
    await view(erin, '/meme')
    await capture(erin, 'erin@example.com', '/meme')
    await view(otto, '/meme')
    const before = await toldOf(owner)
    const [person] = await product.query(
      `select person_id, visitor_id from leads where email = 'erin@example.com'`,
    )
    const holding = await holdCounting(product)
    let isAnswered = false
    const erasing = owner
      .post(`/api/people/${person?.person_id}/erase`, {})
      .finally(() => (isAnswered = true))
    await holding.reached()
    pass(60)
    expect((await view(erin, '/freetraining')).status).toBe(200)
    expect((await view(otto, '/freetraining')).status).toBe(200)
    expect((await capture(otto, 'otto@example.com', '/meme')).status).toBe(200)
    expect(isAnswered).toBe(false)
    await holding.letGo()
    expect((await erasing).status).toBe(200)
    const views = await product.query('select ip_address, title from page_views where visitor_id = $1', [
      person?.visitor_id,
    ])
    expect(views).toEqual([
      { ip_address: null, title: null },
      { ip_address: null, title: null },
    ])
    const after = await toldOf(owner)
    expect(after.cards).toEqual([before.cards[0], before.cards[1] + 2, before.cards[2] + 1])
    await expectHonestNumbers(product)
  },
)

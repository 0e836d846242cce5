import { expect, onTestFinished, test, vi } from 'vitest'
import { dashboardReads, sendDistinctViews } from '#support/distinct-views.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { runProduct } from '#support/running-product.ts'

// Some minutes on a machine that has other work, too.
vi.setConfig({ testTimeout: 900_000 })

const VIEWS = 20_000
const NAMES_A_DAY = 2000

test('20,000 page views with a path, source, campaign, ad and referrer each: nothing fails, all are counted, the rest is called (other)', async () => {
  // A morning in UTC, so that all of it is one day of names; readers wait no longer than in the product.
  const begun = Date.now()
  const clock = { now: () => new Date(Date.parse('2026-11-18T06:00:00Z') + Date.now() - begun) }
  const product = await runProduct({ clock, readerPatienceMs: 1000 })
  onTestFinished(() => product.end())
  const owner = await product.owner()
  await product.browser().post('/api/visitors/page-view', { path: '/meme' })
  const size = async () =>
    Number((await product.query('select pg_database_size(current_database()) as size'))[0]?.size)
  const before = await size()

  let isSending = true
  const failed: unknown[] = []
  const readAll = async () => {
    for (const path of dashboardReads) {
      const { status } = await owner.get(path)
      if (status !== 200) failed.push([path, status])
    }
  }
  const reading = (async () => {
    while (isSending) await readAll()
  })()
  expect(await sendDistinctViews(product.url, VIEWS)).toEqual([])
  isSending = false
  await reading
  await readAll()
  expect(failed).toEqual([])

  const summary = async () => (await owner.get('/api/analytics/summary?range=all')).body
  expect(await summary()).toMatchObject({ pageViews: VIEWS + 1, visitors: VIEWS + 1 })
  await vi.waitFor(
    async () => expect(await product.query('select 1 from rollup_queue limit 1')).toEqual([]),
    {
      timeout: 600_000,
      interval: 250,
    },
  )
  expect(await product.query('select * from set_aside_events')).toEqual([])
  await readAll()
  expect(failed).toEqual([])
  const { body: overview } = await owner.get('/api/analytics/overview?range=all')
  expect(overview.series.reduce((sum: number, { views }: { views: number }) => sum + views, 0)).toBe(
    VIEWS + 1,
  )
  const { body: pages } = await owner.get('/api/pages?range=all')
  expect(pages[0]).toMatchObject({ path: '(other)', views: VIEWS - NAMES_A_DAY })
  expect(pages).toContainEqual(expect.objectContaining({ path: '/meme', views: 1 }))
  // What has no name of its own can be asked for all the same.
  for (const n of [77, VIEWS - 1]) {
    const page = await owner.get(`/api/pages/${encodeURIComponent(`/p-${n}`)}/analytics?range=all`)
    expect([n, page.body]).toMatchObject([n, { totalViews: 1, uniqueVisitors: 1 }])
    for (const filter of [`page=/p-${n}`, `campaign=c-${n}`, `source=s-${n}`, `ad=a-${n}`]) {
      const list = await owner.get(`/api/visitors?range=all&${filter}`)
      expect([filter, list.body.length, list.headers.get('x-total-count')]).toEqual([filter, 1, '1'])
    }
  }
  expect((await size()) - before).toBeLessThan(400 * 1024 * 1024)
  await expectHonestNumbers(product)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

let now = new Date('2031-01-31T23:59:00Z')
let product: RunningProduct
beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now }, prepareMonthsEveryMs: 100 })
})
afterAll(() => product?.end())

const months = async () =>
  (
    await product.query(`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'page_views'::regclass and inhrelid::regclass::text like '%203%' order by 1`)
  ).map(({ name }) => name.slice('page_views_'.length))

it('keeps three months ahead of time, from the start and while it runs, and every view where it belongs', async () => {
  expect(await months()).toEqual(['2031_01', '2031_02', '2031_03', '2031_04'])
  const visitor = product.browser()
  await visitor.post('/api/visitors/page-view', { path: '/' })
  now = new Date('2031-02-01T00:00:30Z')
  await visitor.post('/api/visitors/page-view', { path: '/meme' })
  await waitFor('another month', async () => (await months()).at(-1) === '2031_05')
  const views = await product.query(
    'select tableoid::regclass::text as place, path from page_views order by at',
  )
  expect(views).toEqual([
    { place: 'page_views_2031_01', path: '/' },
    { place: 'page_views_2031_02', path: '/meme' },
  ])
  const owner = await product.owner()
  const { body } = await owner.get('/api/analytics/summary?range=all&tz=UTC')
  expect(body).toMatchObject({ pageViews: 2, visitors: 1 })
})

it('takes a view that is sent again months later for the one it is', async () => {
  const visitor = product.browser()
  const view = { path: '/', eventId: '01920000-0000-7000-8000-00000000aaaa' }
  await visitor.post('/api/visitors/page-view', view)
  now = new Date('2031-09-10T00:00:00Z')
  await visitor.post('/api/visitors/page-view', { path: '/meme' })
  await visitor.post('/api/visitors/page-view', view)
  const [row] = await product.query('select count(*) from page_views where id = $1', [view.eventId])
  expect(Number(row?.count)).toBe(1)
})

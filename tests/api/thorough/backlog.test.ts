// A sample of it is in tests/browser/dashboard-trouble.test.ts.
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { ownerPassword, runProduct } from '#support/running-product.ts'
import { sendRush } from '#support/send-rush.ts'
import { holdRollup } from '#support/trouble-rollup.ts'

vi.setConfig({ testTimeout: 120_000 })

const RUSH = 45_000

test('during a rush the cards stay exact, nobody waits for the rollup, and charts and lists catch up by themselves', async () => {
  const product = await runProduct()
  onTestFinished(() => product.end())
  const owner = await product.owner()
  await product.browser().post('/api/visitors/page-view', { path: '/meme?utm_campaign=first' })
  const viewsCharted = async () => {
    const { status, body } = await owner.get('/api/analytics/overview?range=all')
    expect(status).toBe(200)
    return body.series.reduce((sum: number, { views }: { views: number }) => sum + views, 0)
  }
  expect(await viewsCharted()).toBe(1)
  const summary = async () => (await owner.get('/api/analytics/summary?range=all')).body
  expect(await summary()).toMatchObject({ pageViews: 1, visitors: 1, uncounted: 0 })

  const release = await holdRollup(product)
  onTestFinished(release)
  await sendRush(product, new Date(), RUSH)
  expect(await summary()).toMatchObject({ pageViews: RUSH + 1, uncounted: RUSH })
  expect(await viewsCharted()).toBe(1)
  for (const path of ['visitors?q=first', 'customers?campaign=first', 'pages', 'auto-tags/rules'])
    expect((await owner.get(`/api/${path}`)).status).toBe(200)
  await release()

  await vi.waitFor(async () => expect(await summary()).toMatchObject({ pageViews: RUSH + 1, uncounted: 0 }), {
    timeout: 60_000,
    interval: 500,
  })
  expect(await viewsCharted()).toBe(RUSH + 1)
  await expectHonestNumbers(product)
})

test('during a rush a sign-in and a block wait for nobody, and take out what waits of those they touch', async () => {
  const product = await runProduct()
  onTestFinished(() => product.end())
  const owner = await product.owner()
  const release = await holdRollup(product)
  onTestFinished(release)
  const guest = product.browser()
  for (const path of ['/', '/freetraining']) await guest.post('/api/visitors/page-view', { path })
  const own = product.browser()
  await own.post('/api/visitors/page-view', { path: '/' })
  await sendRush(product, new Date(), RUSH)
  const waiting = async () => (await product.query('select from rollup_queue')).length
  const numbers = async () => (await owner.get('/api/analytics/summary?range=all')).body
  expect(await numbers()).toMatchObject({ visitors: 3, pageViews: RUSH + 3 })

  const signedIn = await own.post('/api/analytics/verify-password', { password: ownerPassword })
  expect(signedIn.status).toBe(200)
  expect(await numbers()).toMatchObject({ visitors: 2, pageViews: RUSH + 2 })
  expect(await waiting()).toBe(RUSH + 2)

  const preview = await owner.get('/api/blocked-pages/preview?pagePath=/freetraining')
  expect(preview.body).toMatchObject({ visitors: 0, pageViews: 1 })
  const blocked = await owner.post('/api/blocked-pages', { pagePath: '/freetraining' })
  expect(blocked.status).toBe(200)
  expect(await numbers()).toMatchObject({ visitors: 2, pageViews: RUSH + 1 })
  expect(await waiting()).toBe(RUSH)
  await product.query(`update pending_visitors set ip_address = '198.51.100.7' where visitor_id in (
    select visitor_id from page_views where path = '/freetraining')`)
  await product.query(`update page_views set ip_address = '198.51.100.7' where visitor_id in (
    select visitor_id from page_views where path = '/freetraining')`)
  expect((await owner.post('/api/blocked-ips', { ipAddress: '198.51.100.7' })).status).toBe(200)
  expect(await numbers()).toMatchObject({ visitors: 1, pageViews: RUSH })

  await release()
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 60_000, interval: 500 })
  await expectHonestNumbers(product)
})

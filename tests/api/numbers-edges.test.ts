import { expect, it } from 'vitest'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { ownProduct } from '#support/owned-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const { product, owner } = await ownProduct()

const view = (browser: TestBrowser, body: object) => browser.post('/api/visitors/page-view', body)

it('counts no machine, whichever of its calls comes first', async () => {
  const bot = product.browser('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')
  await bot.post('/api/leads/application-confirmation', { page: '/thankyoucall' })
  await view(bot, { path: '/thankyoucall' })
  expect((await owner.get('/api/analytics/summary?range=all')).body).toMatchObject({
    visitors: 0,
    pageViews: 0,
  })
})

it('calls what has no source Direct, together with a source of that name, and opens both', async () => {
  for (const query of ['', '?utm_source=Direct', '?utm_source=ig'])
    await view(product.browser(), { path: `/meme${query}` })
  const { body } = await owner.get('/api/analytics/overview?range=all')
  expect(body.topSources).toEqual([
    { source: 'Direct', views: 2 },
    { source: 'ig', views: 1 },
  ])
  expect((await owner.get('/api/visitors?range=all&source=Direct')).body).toHaveLength(2)
  const page = await owner.get('/api/pages/%2Fmeme/analytics?range=all')
  expect(page.body.utmData).toEqual({ Direct: 2, ig: 1 })
})

it('keeps of an erased person’s referrers the host by which they are counted, and nobody’s name', async () => {
  const wanda = product.browser()
  const referrers = ['android-app://com.google.android.gm/', 'https://wanda@News.Example:8443/inbox/wanda']
  for (const [index, referrer] of referrers.entries())
    await view(wanda, { path: `/lander-hack${index}`, referrer })
  const contact = { name: 'Wanda', email: 'wanda@example.com', phone: '202-555-0143', page: '/' }
  await wanda.post('/api/capture-lead', contact)
  const { personId } = (await owner.get(`/api/leads/${await product.leadIdOf(contact.email)}`)).body
  const counted = async () => [
    (await owner.get('/api/pages/%2Flander-hack0/analytics?range=all')).body.referrerData,
    (await owner.get('/api/pages/%2Flander-hack1/analytics?range=all')).body.referrerData,
  ]
  const before = await counted()
  expect(before).toEqual([{ 'com.google.android.gm': 1 }, { 'news.example': 1 }])
  expect((await owner.post(`/api/people/${personId}/erase`, {})).status).toBe(200)
  expect(await counted()).toEqual(before)
  expect(await product.query(`select 1 from page_views where referrer like '%wanda%'`)).toEqual([])
  await expectHonestNumbers(product)
})

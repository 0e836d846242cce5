import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { rollupsOf } from '#support/rollups-of.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

let crm: CrmServer
let product: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  crm = await startCrmServer({ token: 'pit-exclude', locationId: 'loc1' })
  const environment = { GHL_TOKEN: 'pit-exclude', GHL_LOCATION_ID: 'loc1', GHL_BASE_URL: crm.url }
  product = await runProduct({ environment })
  owner = await product.owner()
  await visit(product.browser(), 'stranger@example.com')
})
afterAll(async () => {
  await product?.end()
  await crm?.stop()
})

let mine: TestBrowser
let email: string
let visitorId: string
let people = 0
beforeEach(async () => {
  people += 1
  mine = product.browser()
  email = `me${people}@example.com`
  await visit(mine, email)
  visitorId = await visitorOf(email)
})

async function visit(browser: TestBrowser, address: string) {
  await browser.post('/api/visitors/page-view', { path: '/meme' })
  await browser.post('/api/capture-lead', { name: 'Me', email: address, phone: '1', page: '/meme' })
  await browser.post('/api/visitors/page-view', { path: '/freetraining' })
}
const visitorOf = async (address: string): Promise<string> =>
  (await product.query('select visitor_id from leads where email = $1', [address]))[0]?.visitor_id

const exclude = (id: string, excluded: unknown, as = owner) =>
  sendJson(as, 'PUT', `/api/visitors/${encodeURIComponent(id)}/exclude`, { excluded })

async function everyNumber() {
  const { visitors, pageViews, leads, activeNow } = (await owner.get('/api/analytics/summary?range=all')).body
  const rollups = await rollupsOf(product, owner)
  return { visitors, pageViews, leads, activeNow, rollups }
}

ordinaryTest(
  'leaves a browser out of views, visitors, leads and live, and takes it back exactly; twice is once',
  async () => {
    const before = await everyNumber()
    for (const _time of [1, 2])
      expect((await exclude(visitorId, true)).body).toEqual({ excluded: 'self', isMarkedOwn: true })
    const { rollups: _without, ...numbers } = await everyNumber()
    expect(numbers).toEqual({
      visitors: before.visitors - 1,
      pageViews: before.pageViews - 2,
      leads: before.leads - 1,
      activeNow: before.activeNow - 1,
    })
    await expectHonestNumbers(product)
    // What it does from now on counts nowhere either.
    await mine.post('/api/capture-lead', { name: 'Me', email, phone: '1', page: '/meme2' })
    await mine.post('/api/visitors/page-view', { path: '/meme2' })
    expect(await everyNumber()).toMatchObject(numbers)
    await expectHonestNumbers(product)
    const hidden = (await owner.get('/api/visitors?range=all&hidden=true')).body
    expect(hidden.find(({ id }: { id: string }) => id === visitorId)).toMatchObject({ excluded: 'self' })
    expect((await owner.get(`/api/customers?range=all&q=${email}`)).body).toEqual([])
    // Its lead is not lost: it is tagged and can be opened.
    expect((await owner.get(`/api/leads/${await product.leadIdOf(email)}/tags`)).body).toHaveLength(1)
    for (const _time of [1, 2])
      expect((await exclude(visitorId, false)).body).toEqual({ excluded: null, isMarkedOwn: false })
    const after = await everyNumber()
    expect([after.visitors, after.pageViews, after.leads]).toEqual([
      before.visitors,
      before.pageViews + 1,
      before.leads,
    ])
    await expectHonestNumbers(product)
  },
)

thoroughTest(
  'shows of a browser that counts nowhere all that it did: of all time never less than of a day',
  async () => {
    const allTime = { visitCount: 1, pageViewCount: 2 }
    await exclude(visitorId, true)
    const { body: detail } = await owner.get(`/api/visitors/${visitorId}`)
    expect(detail.pageViews).toHaveLength(2)
    expect(detail.visitor).toMatchObject(allTime)
    const { body: journey } = await owner.get(`/api/customer-journey/${detail.visitor.personId}`)
    expect(journey.visitors).toMatchObject([allTime])
    const { body: hidden } = await owner.get('/api/visitors?range=all&hidden=true')
    expect(hidden.find(({ id }: { id: string }) => id === visitorId)).toMatchObject({
      ...allTime,
      visitsInRange: 1,
      viewsInRange: 2,
    })
    await exclude(visitorId, false)
    expect((await owner.get(`/api/visitors/${visitorId}`)).body.visitor).toMatchObject(allTime)
    // So does one that a block hides altogether.
    await product.browser().post('/api/visitors/page-view', { path: '/only-here' })
    const [{ id }] = (await owner.get('/api/visitors?range=all&page=/only-here')).body
    const blocked = await owner.post('/api/blocked-pages', { pagePath: '/only-here' })
    const once = { visitCount: 1, pageViewCount: 1 }
    expect((await owner.get(`/api/visitors/${id}`)).body.visitor).toMatchObject(once)
    await sendJson(owner, 'PATCH', `/api/blocked-pages/${blocked.body.id}`, { isActive: false })
    expect((await owner.get(`/api/visitors/${id}`)).body.visitor).toMatchObject(once)
  },
)

ordinaryTest('brings back the very same rollups where nothing happened meanwhile', async () => {
  const before = await everyNumber()
  await exclude(visitorId, true)
  await exclude(visitorId, false)
  expect(await everyNumber()).toEqual(before)
})

ordinaryTest('delivers what was held while a browser was marked, once it is not any more', async () => {
  const held = `held-${email}`
  const tagsAtCrm = (address: string) => crm.contacts().find((contact) => contact.email === address)?.tags
  const capture = (address: string, page: string) =>
    mine.post('/api/capture-lead', { name: 'Me', email: address, phone: '1', page })
  await waitFor('the first lead delivered', () => tagsAtCrm(email)?.length === 1)
  await exclude(visitorId, true)
  await capture(email, '/thankyoucall')
  await capture(held, '/meme')
  await waitFor('nothing left to do', async () => {
    const open = await product.query(
      "select from jobs.job where name = 'deliver-lead-to-crm' and state in ('created', 'retry', 'active')",
    )
    return open.length === 0
  })
  expect([tagsAtCrm(email), tagsAtCrm(held)]).toEqual([['vh01 - lead'], undefined])
  await exclude(visitorId, false)
  await waitFor('both are delivered', () => tagsAtCrm(held)?.length === 1 && tagsAtCrm(email)?.length === 2)
  expect(tagsAtCrm(email)?.toSorted()).toEqual(['vh01 - lead', 'vh03 - filled application'])
})

ordinaryTest('keeps a lead that also came from another browser', async () => {
  const before = await everyNumber()
  const other = product.browser()
  await visit(other, email)
  await exclude(visitorId, true)
  expect((await everyNumber()).leads).toBe(before.leads)
  await expectHonestNumbers(product)
})

thoroughTest('leaves bots and the owner’s signed-in browsers their reason', async () => {
  const bot = product.browser('Googlebot/2.1 (+http://www.google.com/bot.html)')
  await bot.post('/api/visitors/page-view', { path: '/meme' })
  const [row] = await product.query(`select id from visitors where excluded = 'bot'`)
  expect((await exclude(row?.id, true)).body).toEqual({ excluded: 'bot', isMarkedOwn: true })
  expect((await exclude(row?.id, false)).body).toEqual({ excluded: 'bot', isMarkedOwn: false })

  await exclude(visitorId, true)
  const hidden = await everyNumber()
  expect((await mine.post('/api/analytics/verify-password', { password: ownerPassword })).status).toBe(200)
  expect((await everyNumber()).leads).toBe(hidden.leads)
  await expectHonestNumbers(product)
  expect((await exclude(visitorId, false)).body).toEqual({ excluded: 'owner', isMarkedOwn: false })
  const after = await everyNumber()
  // What the owner sends in a browser they signed in with is a test.
  expect([after.visitors, after.leads]).toEqual([hidden.visitors, hidden.leads])
  await expectHonestNumbers(product)
})

ordinaryTest('needs a session, a visitor and a yes or no', async () => {
  expectRefusal(await exclude(visitorId, true, product.browser()), 'no session', 401)
  for (const id of ['none', '00000000-0000-7000-8000-0000000000ff', "' or 1=1 --", '../../x'])
    expectRefusal(await exclude(id, true), id, 404)
  for (const wrong of ['true', 1, null, undefined, {}])
    expectRefusal(await exclude(visitorId, wrong), String(wrong), 422)
})

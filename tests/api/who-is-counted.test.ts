import { expect, onTestFinished, test } from 'vitest'
import { clockFrom, wednesday } from '#support/clock-from.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const details = (email: string) => ({ name: 'Lea Dow', email, phone: '(202) 555-0143' })

async function started(environment: Record<string, string> = {}) {
  const product = await runProduct({ clock: clockFrom(wednesday), environment })
  onTestFinished(() => product.end())
  const headers: Record<string, string> = environment.PUBLIC_URL ? { origin: environment.PUBLIC_URL } : {}
  return {
    product,
    owner: await product.owner(headers),
    browser: (agent?: string) => product.browser(agent, headers),
  }
}

/** Every place that says the same numbers; none may say a rate above 100 %. */
async function numbersOf({ product, owner }: { product: RunningProduct; owner: TestBrowser }) {
  const get = async (path: string) => (await owner.get(path)).body
  const summary = await get('/api/analytics/summary?range=all')
  const overview = await get('/api/analytics/overview?range=all')
  const pages = await get('/api/pages?range=all')
  for (const { conversionRate } of [summary, ...pages]) expect(conversionRate).toBeLessThanOrEqual(100)
  expect(overview.funnel.slice(0, 2).map(({ people }: { people: number }) => people)).toEqual([
    summary.visitors,
    summary.leads,
  ])
  const listed: { isCounted: boolean }[] = await get('/api/visitors?range=all&limit=1000')
  expect(listed.filter(({ isCounted }) => isCounted)).toHaveLength(summary.visitors)
  expect(await get('/api/customers?range=all&include=records&limit=1000')).toHaveLength(summary.leads)
  await expectHonestNumbers(product)
  const { visitors, pageViews, leads, conversionRate } = summary
  return { visitors, pageViews, leads, conversionRate }
}

const hiddenFor = async (owner: TestBrowser): Promise<string[]> =>
  (await owner.get('/api/visitors?range=all&hidden=true')).body.map(
    ({ excluded }: { excluded: string }) => excluded,
  )

ordinaryTest(
  'a form sent without scripts counts its visitor with its lead, though no page view came',
  async () => {
    const run = await started()
    const body = new URLSearchParams({ ...details('plain@example.com'), page: '/meme' })
    const answer = await run.browser().send('POST', '/api/capture-lead', {
      body: String(body),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(303)
    expect(await numbersOf(run)).toEqual({ visitors: 1, pageViews: 0, leads: 1, conversionRate: 100 })
    expect((await run.owner.get('/api/pages?range=all')).body).toMatchObject([
      { path: '/meme', views: 0, visitors: 1, conversions: 1, conversionRate: 100 },
    ])
  },
)

const agents = {
  program: 'curl/8.5.0',
  'automated browser':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
}

test.each(shareOf(Object.entries(agents)))(
  'a %s counts on this machine, where it is whoever tries the product',
  async (_name, agent) => {
    const run = await started()
    const program = run.browser(agent)
    await program.post('/api/visitors/page-view', { path: '/meme' })
    await program.post('/api/capture-lead', { ...details('script@example.com'), page: '/meme' })
    expect(await numbersOf(run)).toEqual({ visitors: 1, pageViews: 1, leads: 1, conversionRate: 100 })
  },
)

test.each(shareOf(Object.entries(agents)))(
  'a %s is hidden with its reason on an internet address, and a lead it sends counts with its visitor',
  async (_name, agent) => {
    const run = await started({ PUBLIC_URL: 'https://coach.example.com' })
    const program = run.browser(agent)
    await program.post('/api/visitors/page-view', { path: '/meme' })
    expect(await numbersOf(run)).toEqual({ visitors: 0, pageViews: 0, leads: 0, conversionRate: 0 })
    expect(await hiddenFor(run.owner)).toContain('program')
    await program.post('/api/capture-lead', { ...details('script@example.com'), page: '/meme' })
    expect(await numbersOf(run)).toEqual({ visitors: 1, pageViews: 0, leads: 1, conversionRate: 100 })
    expect(await hiddenFor(run.owner), 'it counts, so it is not among those who do not').not.toContain(
      'program',
    )
  },
)

ordinaryTest('a declared crawler is hidden everywhere', async () => {
  const run = await started()
  await run
    .browser('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')
    .post('/api/visitors/page-view', { path: '/meme' })
  expect(await numbersOf(run)).toEqual({ visitors: 0, pageViews: 0, leads: 0, conversionRate: 0 })
  expect(await hiddenFor(run.owner)).toContain('bot')
})

thoroughTest(
  'whom a block hides altogether is found among those who are not counted, with the reason',
  async () => {
    const run = await started()
    const hidden = async (q = '') =>
      (await run.owner.get(`/api/visitors?range=all&hidden=true&q=${q}`)).body.filter(
        ({ excluded }: { excluded: string | null }) => excluded === null,
      )
    const visitor = run.browser()
    await visitor.post('/api/visitors/page-view', { path: '/only-here' })
    const [{ id }] = (await run.owner.get('/api/visitors?range=all')).body
    expect(await hidden()).toEqual([])
    const block = (await run.owner.post('/api/blocked-pages', { pagePath: '/only-here' })).body
    // Who comes while it is blocked is there, too, and a form that was held back says so.
    await run.browser().post('/api/visitors/page-view', { path: '/only-here' })
    await run
      .browser()
      .post('/api/capture-lead', { ...details('trap@example.com'), page: '/meme', website: 'x' })
    expect((await run.owner.get('/api/visitors?range=all')).body).toEqual([])
    const found: { id: string; hiddenBy: string; viewsInRange: number }[] = await hidden()
    expect(found.map(({ hiddenBy }) => hiddenBy).toSorted()).toEqual(['block', 'block', 'spam'])
    expect(found.find((one) => one.id === id)).toMatchObject({ viewsInRange: 1, isCounted: false })
    const first = await run.owner.get('/api/visitors?range=all&hidden=true&limit=2')
    const whole = await run.owner.get('/api/visitors?range=all&hidden=true')
    expect([first.body.length, first.headers.get('x-total-count')]).toEqual([2, String(whole.body.length)])
    expect(await hidden('nobody-is-called-this')).toEqual([])
    await sendJson(run.owner, 'PATCH', `/api/blocked-pages/${block.id}`, { isActive: false })
    expect((await hidden()).map(({ hiddenBy }: { hiddenBy: string }) => hiddenBy)).toEqual(['spam'])
  },
)

ordinaryTest(
  'the owner’s own lead is a test: in no number, with a badge, delivered nowhere unless asked, removed with one call',
  async () => {
    const run = await started()
    await run.owner.post('/api/visitors/page-view', { path: '/' })
    await run.owner.post('/api/capture-lead', { ...details('own@example.com'), page: '/' })
    expect(await numbersOf(run)).toEqual({ visitors: 0, pageViews: 0, leads: 0, conversionRate: 0 })
    const hidden = async () => (await run.owner.get('/api/customers?range=all&hidden=true')).body
    const [lead] = await hidden()
    expect(lead).toMatchObject({ email: 'own@example.com', isTest: true, isHeld: true, isCounted: false })
    expect((await run.owner.post(`/api/leads/${lead.id}/send-test`, {})).status).toBe(200)
    expect(await hidden()).toMatchObject([{ isTest: true, isHeld: false }])
    expect((await run.owner.post(`/api/people/${lead.personId}/erase`, {})).status).toBe(200)
    expect(await hidden()).toEqual([])
    expect((await run.browser().post(`/api/leads/${lead.id}/send-test`, {})).status).toBe(401)
    expect((await run.owner.post(`/api/leads/${lead.id}/send-test`, {})).status).toBe(404)
  },
)

ordinaryTest(
  'somebody who submits twice is one lead and one converted visitor, on each page they did it',
  async () => {
    const run = await started()
    const twice = run.browser()
    for (const page of ['/meme', '/meme', '/lander-hack']) {
      await twice.post('/api/visitors/page-view', { path: page })
      await twice.post('/api/capture-lead', { ...details('twice@example.com'), page })
    }
    await run.browser().post('/api/visitors/page-view', { path: '/meme' })
    expect(await numbersOf(run)).toMatchObject({ visitors: 2, leads: 1, conversionRate: 50 })
    expect((await run.owner.get('/api/pages?range=all')).body).toMatchObject([
      { path: '/meme', visitors: 2, conversions: 1, conversionRate: 50 },
      { path: '/lander-hack', visitors: 1, conversions: 1, conversionRate: 100 },
    ])
  },
)

ordinaryTest(
  'two people on one phone are two leads and one converted visitor, and no rate is above 100 %',
  async () => {
    const run = await started()
    const phone = run.browser()
    await phone.post('/api/visitors/page-view', { path: '/meme' })
    for (const name of ['ann', 'bob'])
      await phone.post('/api/capture-lead', { ...details(`${name}@example.com`), name, page: '/meme' })
    expect(await numbersOf(run)).toEqual({ visitors: 1, pageViews: 1, leads: 2, conversionRate: 100 })
    const page = { visitors: 1, conversions: 2, conversionRate: 100 }
    expect((await run.owner.get('/api/pages?range=all')).body).toMatchObject([{ path: '/meme', ...page }])
    const analytics = (await run.owner.get('/api/pages/%2Fmeme/analytics?range=all')).body
    expect(analytics).toMatchObject({ uniqueVisitors: 1, conversions: 2, conversionRate: 100 })
  },
)

thoroughTest('what is blocked afterwards leaves with its lead, and comes back exactly', async () => {
  const run = await started()
  const guest = run.browser()
  await guest.post('/api/visitors/page-view', { path: '/' })
  await guest.post('/api/capture-lead', { ...details('guest@example.com'), page: '/meme2' })
  const before = await numbersOf(run)
  expect(before).toEqual({ visitors: 1, pageViews: 1, leads: 1, conversionRate: 100 })
  const blocked = await run.owner.post('/api/blocked-pages', { pagePath: '/meme2' })
  expect(await numbersOf(run)).toEqual({ visitors: 1, pageViews: 1, leads: 0, conversionRate: 0 })
  await run.owner.send('PATCH', `/api/blocked-pages/${blocked.body.id}`, {
    body: JSON.stringify({ isActive: false }),
    headers: { 'content-type': 'application/json' },
  })
  expect(await numbersOf(run)).toEqual(before)
})

thoroughTest(
  'a visitor of whom no page view came is listed with 0 views and found, and in no number',
  async () => {
    const run = await started()
    await run.browser().post('/api/visitors/track', { path: '/meme?utm_source=tiktok', language: 'pt-BR' })
    expect(await numbersOf(run)).toEqual({ visitors: 0, pageViews: 0, leads: 0, conversionRate: 0 })
    for (const path of [
      '/api/visitors?range=all',
      '/api/visitors?range=today',
      '/api/visitors?range=all&q=tiktok',
    ]) {
      const { body, headers } = await run.owner.get(path)
      expect([path, body.length, headers.get('x-total-count')]).toEqual([path, 1, '1'])
      expect(body[0]).toMatchObject({
        pageViewCount: 0,
        viewsInRange: 0,
        isCounted: false,
        utmSource: 'tiktok',
      })
    }
  },
)

import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { openVisitor, stillClock } from '#support/chromium.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

const { product, browser } = await browseProduct()

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function bodiesOf(page: Page, call: string): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/visitors/${call}`)) bodies.push(request.postDataJSON())
  })
  return bodies
}

describe('the tracker', () => {
  ordinaryTest('gives each event an id of its own', async () => {
    const { context, page } = await openVisitor(browser)
    const [tracks, views] = [bodiesOf(page, 'track'), bodiesOf(page, 'page-view')]
    await page.goto(`${product.url}/?utm_source=one`)
    await expect.poll(() => views.length).toBe(1)
    await page.goto(`${product.url}/meme`)
    await expect.poll(() => views.map((body) => body.path)).toContain('/meme')
    // One that was under way when the page was left is sent again, as the same event.
    const events = new Set([...tracks, ...views].map((body) => `${'landingPath' in body} ${body.path}`))
    const ids = new Set([...tracks, ...views].map((body) => String(body.eventId)))
    expect([events.size, ids.size]).toEqual([4, 4])
    for (const id of ids) expect(id).toMatch(UUID)
    await context.close()
  })

  ordinaryTest('sends a view again under the same id, and the server counts it once', async () => {
    const { context, page } = await openVisitor(browser)
    const views = bodiesOf(page, 'page-view')
    // The server stores the view, but its answer is lost on the way; so is that of the second try on this page.
    let lost = 0
    await page.route('**/api/visitors/page-view', async (route) => {
      await route.fetch()
      await route.abort()
      lost += 1
    })
    await page.goto(`${product.url}/lander-college`)
    await expect.poll(() => lost).toBe(2)
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(`${product.url}/terms`)
    const paths = () => views.map((body) => body.path)
    await expect.poll(() => paths().slice(paths().indexOf('/terms'))).toEqual(['/terms', '/lander-college'])
    expect(new Set(views.map((body) => body.eventId)).size).toBe(2)
    await expect
      .poll(() =>
        product.query(`select id from page_views where path in ('/lander-college', '/terms') order by path`),
      )
      .toEqual([{ id: views[0]?.eventId }, { id: views.find((body) => body.path === '/terms')?.eventId }])
    await context.close()
  })

  ordinaryTest(
    'leaves a busy server alone for as long as it asks for, and comes back on the same page',
    async () => {
      const { context, page } = await openVisitor(browser)
      const tries: string[] = []
      await page.route('**/api/visitors/*', async (route) => {
        tries.push(new URL(route.request().url()).pathname)
        await route.fulfill({ status: 503, headers: { 'retry-after': '40' }, json: { error: 'busy' } })
      })
      // A slow machine would let more of the page's time go by than is let go by here.
      await stillClock(page)
      const letPass = <What>(ms: number, what: () => What) => page.clock.runFor(ms).then(what)
      await page.goto(`${product.url}/privacy?utm_source=busy`)
      await page.clock.runFor(1000)
      await expect.poll(() => tries).toEqual(['/api/visitors/track'])
      // Another view of this page finds the same, and waits with the first.
      await page.evaluate(() => history.pushState({}, '', '/terms?utm_source=busy'))
      await expect.poll(() => letPass(10, () => tries.length)).toBe(2)
      await page.clock.runFor(36_000)
      expect(tries).toHaveLength(2)
      await page.clock.runFor(25_000)
      await expect.poll(() => letPass(1000, () => tries.length)).toBe(3)
      await page.unrouteAll({ behavior: 'wait' })
      await page.clock.runFor(90_000)
      const counted = () =>
        product.query(`select path from page_views where attribution ->> 'utm_source' = 'busy' order by path`)
      await expect.poll(() => letPass(1000, counted)).toEqual([{ path: '/privacy' }, { path: '/terms' }])
      await context.close()
    },
  )

  ordinaryTest('counts a page that its app takes away while the first call is under way, once', async () => {
    const { context, page } = await openVisitor(browser)
    const isUnderWay = page.waitForRequest('**/api/visitors/track')
    await page.route('**/api/visitors/track', () => {})
    await page.goto(`${product.url}/lander-hack?utm_source=swiped`)
    await isUnderWay
    await page.evaluate(() => {
      Object.defineProperties(document, { hidden: { value: true }, visibilityState: { value: 'hidden' } })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const views = () =>
      product.query(
        `select distinct visitor_id, path from page_views where attribution ->> 'utm_source' = 'swiped'`,
      )
    await expect.poll(async () => (await views()).map(({ path }) => path)).toEqual(['/lander-hack'])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(`${product.url}/terms?utm_source=swiped`)
    await expect
      .poll(async () => (await views()).map(({ path }) => path).sort())
      .toEqual(['/lander-hack', '/terms'])
    expect(new Set((await views()).map((view) => view.visitor_id)).size).toBe(1)
    await context.close()
  })

  thoroughTest('counts a page that is left before the tracker has begun, once', async () => {
    const { context, page } = await openVisitor(browser)
    // The tasks that it begins in never come.
    await context.addInitScript(() => {
      if (location.pathname === '/meme2') Object.assign(window, { setTimeout: () => 0 })
    })
    await page.goto(`${product.url}/meme2?utm_source=left`)
    await page.goto(`${product.url}/terms`)
    await expect
      .poll(() =>
        product.query(`select attribution ->> 'utm_source' as source from page_views where path = '/meme2'`),
      )
      .toEqual([{ source: 'left' }])
    await context.close()
  })

  thoroughTest('counts a page whose address is as long as some links make it, with its advert', async () => {
    const { context, page } = await openVisitor(browser)
    await page.goto(`${product.url}/builder?utm_source=long&click=${'x'.repeat(2500)}&utm_campaign=end`)
    await expect
      .poll(() => product.query(`select attribution from page_views where path = '/builder'`))
      .toEqual([{ attribution: expect.objectContaining({ utm_source: 'long', utm_campaign: 'end' }) }])
    await context.close()
  })

  thoroughTest('is the visitor of the form, too, where the browser keeps no cookie', async () => {
    const { context, page } = await openVisitor(browser)
    await context.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }))
    await context.route('**/api/**', async (route) => {
      const response = await route.fetch()
      const { 'set-cookie': _cookie, ...headers } = response.headers()
      await context.clearCookies()
      await route.fulfill({ response, headers })
    })
    await page.goto(`${product.url}/lander-hack`)
    await page.getByRole('link', { name: 'Show Me The Weird Hack' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Full Name').fill('Ada Kern')
    await dialog.getByLabel('Email Address').fill('no-cookie@example.com')
    await dialog.getByLabel('Phone Number').fill('202-555-0143')
    await dialog.getByRole('button', { name: 'Watch Training Now' }).click()
    await page.waitForURL(`${product.url}/freetraining*`)
    const counted = await product.query(`select count(distinct visitor_id)::integer as visitors from (
      select visitor_id from page_views where path = '/lander-hack'
      union all select visitor_id from lead_captures where email = 'no-cookie@example.com') one`)
    expect(counted).toEqual([{ visitors: 1 }])
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  })

  ordinaryTest('waits on a page that was prepared ahead of time until a visitor opens it', async () => {
    const { context, page } = await openVisitor(browser)
    const views = bodiesOf(page, 'page-view')
    await context.addInitScript(
      `Object.defineProperty(document, 'prerendering', { configurable: true, value: true })`,
    )
    await page.goto(`${product.url}/`)
    await page.waitForTimeout(1000)
    expect(views).toEqual([])
    await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')))
    await expect.poll(() => views.length).toBe(1)
    await context.close()
  })
})

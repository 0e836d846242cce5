import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { accessibilityProblems, isWiderThanWindow, openChromium } from '#support/chromium.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

/*
 * Meta's own script cannot be had here. In its place stands one that takes calls as the real one does and reports
 * each as a picture request to www.facebook.com, so that the page's security policy is tested with it.
 */
const STAND_IN = `(() => {
  const fbq = window.fbq
  const tell = (...call) => { new Image().src = 'https://www.facebook.com/tr/?call=' + encodeURIComponent(JSON.stringify(call)) }
  fbq.callMethod = tell
  for (const call of fbq.queue.splice(0)) tell(...call)
})()`

type Call = [string, string, Record<string, unknown>?, { eventID?: string }?]
type Visitor = {
  context: BrowserContext
  page: Page
  calls: Call[]
  problems: string[]
  loaded: () => number
}

let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  const content = SiteContent.parse({
    pixel: { id: '123456789012345' },
    builder: { offer: { checkout: 'https://checkout.example/pay' } },
  })
  product = await runProduct({ content })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

async function openVisitor(
  options: BrowserContextOptions & { pixel?: 'works' | 'blocked'; init?: string } = {},
): Promise<Visitor> {
  const { pixel = 'works', init, ...settings } = options
  const context = await browser.newContext({
    viewport: { width: 390, height: 700 },
    timezoneId: 'America/Denver',
    reducedMotion: 'reduce',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ...settings,
  })
  context.setDefaultTimeout(10_000)
  if (init) await context.addInitScript(init)
  const calls: Call[] = []
  const problems: string[] = []
  let loads = 0
  await context.route(/^https?:\/\/(?!127\.0\.0\.1[:/])/, (route) => route.abort())
  await context.route('https://connect.facebook.net/**', (route) => {
    loads += 1
    if (pixel === 'blocked') return route.abort('blockedbyclient')
    return route.fulfill({ contentType: 'text/javascript', body: STAND_IN })
  })
  await context.route('https://www.facebook.com/tr/**', (route) => {
    calls.push(JSON.parse(new URL(route.request().url()).searchParams.get('call') ?? '[]'))
    return route.fulfill({ status: 200, contentType: 'image/gif', body: '' })
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) problems.push(message.text())
  })
  return { context, page, calls, problems, loaded: () => loads }
}

const tracked = (calls: Call[]) => calls.filter(([verb]) => verb === 'track')
const names = (calls: Call[]) => tracked(calls).map(([, name]) => name)
const ids = (calls: Call[]) => tracked(calls).map((call) => call[3]?.eventID ?? '')
const rowsOf = (eventIds: string[]) =>
  product.query(
    'select id, event_name, path, value, currency, content_name from pixel_events where id = any($1)',
    [eventIds],
  )
// Longer than the pixel waits for an idle page.
const settled = (page: Page) => page.waitForTimeout(1500)

async function fillForm(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full Name').fill('Grace Okonkwo')
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Phone Number').fill('(202) 555-0143')
  // Faster than any person would be held back as spam.
  await page.waitForTimeout(1000)
  await dialog.locator('.access-send').click()
}

describe('the advert pixel', () => {
  it('reports a lead and a registration on submit, once, on the page after it, with the server’s ids', async () => {
    const { context, page, calls, problems } = await openVisitor()
    await page.goto(`${product.url}/?fbclid=AbC-123_x&email=grace%40example.com`)
    await page.getByRole('link', { name: 'Watch the free training' }).first().click()
    await fillForm(page, 'grace@example.com')
    await page.waitForURL('**/freetraining*')
    await expect.poll(() => names(calls).sort()).toEqual(['CompleteRegistration', 'Lead'])
    const rows = await rowsOf(ids(calls))
    expect(rows.map((row) => `${row.event_name} ${row.path}`).sort()).toEqual([
      'CompleteRegistration /',
      'Lead /',
    ])
    const inits = calls.filter(([verb]) => verb === 'init')
    expect(inits.every((call) => call.length === 2)).toBe(true)
    expect(JSON.stringify(calls)).not.toMatch(/grace|555/i)

    await page.reload()
    await page.goto(`${product.url}/`)
    await page.getByRole('link', { name: 'Watch the free training' }).first().click()
    await fillForm(page, 'grace@example.com')
    await page.waitForURL('**/freetraining*')
    await settled(page)
    expect(tracked(calls)).toHaveLength(2)
    expect(problems).toEqual([])
    await context.close()
  })

  it('reports a purchase with its value once: not again on a reload, nor when the browser forgets', async () => {
    const { context, page, calls } = await openVisitor()
    await page.goto(`${product.url}/thankyoucall`)
    await expect.poll(() => names(calls)).toEqual(['Purchase'])
    expect(tracked(calls)[0]?.[2]).toEqual({ value: 40, currency: 'USD', content_name: 'High Application' })
    expect(await rowsOf(ids(calls))).toMatchObject([
      { event_name: 'Purchase', value: '40.00', currency: 'USD' },
    ])
    await page.reload()
    await settled(page)
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await settled(page)
    expect(names(calls)).toEqual(['Purchase'])
    await context.close()
  })

  it('holds once also where the browser forbids storage', async () => {
    const init = `Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })`
    const { context, page, calls, problems } = await openVisitor({ init })
    await page.goto(`${product.url}/thankyoucallb`)
    await expect.poll(() => names(calls)).toEqual(['Purchase'])
    await page.reload()
    await settled(page)
    expect(names(calls)).toEqual(['Purchase'])
    await page.goto(`${product.url}/`)
    await page.getByRole('link', { name: 'Watch the free training' }).first().click()
    await fillForm(page, 'forbidden@example.com')
    await page.waitForURL('**/freetraining*')
    expect(problems).toEqual([])
    await context.close()
  })

  it('reports a view and a popup of a lander, and a booking once for its uid', async () => {
    const { context, page, calls } = await openVisitor()
    await page.goto(`${product.url}/lander-hack`)
    await expect.poll(() => names(calls)).toEqual(['ViewContent'])
    await page.getByRole('link', { name: 'Show Me The Weird Hack' }).first().click()
    await expect.poll(() => names(calls)).toEqual(['ViewContent', 'ViewContent'])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Show Me The Weird Hack' }).first().click()
    const booked = `${product.url}/callbooked?isSuccessBookingPage=true&uid=`
    await page.goto(`${booked}first`)
    await expect.poll(() => names(calls).slice(2)).toEqual(['Schedule'])
    await page.goto(`${booked}first`)
    await settled(page)
    await page.goto(`${booked}second`)
    await expect.poll(() => names(calls).slice(2)).toEqual(['Schedule', 'Schedule'])
    await context.close()
  })

  it('reports the way to the checkout once, however often it is taken', async () => {
    const { context, page, calls } = await openVisitor()
    await page.goto(`${product.url}/builder`)
    await expect.poll(() => names(calls)).toEqual(['ViewContent'])
    await page.getByRole('link', { name: 'Secure My Spot Now' }).first().click()
    await expect.poll(() => names(calls)).toEqual(['ViewContent', 'InitiateCheckout'])
    await page.getByRole('link', { name: 'Secure My Spot Now' }).first().click()
    await settled(page)
    expect(names(calls)).toHaveLength(2)
    await context.close()
  })

  it('loads only once the page is loaded', async () => {
    const { context, page, loaded } = await openVisitor()
    await page.goto(`${product.url}/thankyoucallc`)
    await expect.poll(loaded).toBe(1)
    const waited = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const pixel = performance.getEntriesByType('resource').find(({ name }) => name.includes('fbevents'))
      return (pixel?.startTime ?? 0) - (navigation?.loadEventStart ?? Number.POSITIVE_INFINITY)
    })
    expect(waited).toBeGreaterThanOrEqual(0)
    await context.close()
  })

  it('is not loaded on a page without events, nor on the dashboard', async () => {
    const { context, page, loaded } = await openVisitor()
    for (const path of ['/terms', '/trainingportal', '/analytics']) {
      await page.goto(product.url + path)
      await settled(page)
    }
    expect(loaded()).toBe(0)
    const dashboard = await page.request.get(`${product.url}/analytics`)
    expect(dashboard.headers()['content-security-policy']).not.toContain('facebook')
    await context.close()
  })

  it.each([
    ['Global Privacy Control', { 'Sec-GPC': '1' }, 'globalPrivacyControl', 'true'],
    ['Do Not Track', { DNT: '1' }, 'doNotTrack', "'1'"],
  ])('is off with %s, without a question', async (_what, extraHTTPHeaders, name, value) => {
    const init = `Object.defineProperty(Navigator.prototype, '${name}', { get: () => ${value} })`
    const { context, page, loaded } = await openVisitor({
      extraHTTPHeaders,
      init,
      timezoneId: 'Europe/Berlin',
    })
    await page.goto(`${product.url}/thankyoucall?fbclid=AbC`)
    await settled(page)
    expect(loaded()).toBe(0)
    expect(await page.locator('#ad-choices').isVisible()).toBe(false)
    expect((await context.cookies()).map((cookie) => cookie.name)).toEqual(['leadline_visitor'])
    await page.getByRole('link', { name: 'Cookie choices' }).click()
    await page.getByText('Your browser asks not to be followed').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await context.close()
  })

  it('blocked altogether, costs nothing: the lead goes through and the next page works', async () => {
    const { context, page, calls, problems } = await openVisitor({ pixel: 'blocked' })
    await page.route('**/api/visitors/pixel-event', (route) => route.abort('blockedbyclient'))
    await page.route('**/pixel-*.js', (route) => route.abort('blockedbyclient'))
    await page.goto(`${product.url}/`)
    await page.getByRole('link', { name: 'Watch the free training' }).first().click()
    await fillForm(page, 'blocked@example.com')
    await page.waitForURL('**/freetraining*')
    await page.unroute('**/pixel-*.js')
    await page.reload()
    await settled(page)
    expect(calls).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('the question about advert cookies', () => {
  it('holds pixel and cookies back where the law wants opt-in, until the visitor accepts', async () => {
    const { context, page, calls, loaded } = await openVisitor({ timezoneId: 'Europe/Berlin' })
    const cookies = async () => (await context.cookies()).map((cookie) => cookie.name).sort()
    await page.goto(`${product.url}/thankyoucall?fbclid=AbC-123_x`)
    const bar = page.getByRole('region', { name: 'Cookie choices' })
    await bar.waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    await settled(page)
    expect(loaded()).toBe(0)
    expect(await cookies()).toEqual(['leadline_visitor'])
    expect(await page.evaluate(() => localStorage.getItem('leadlinePixelQueue'))).toBeNull()

    await bar.getByRole('button', { name: 'Accept' }).click()
    await expect.poll(() => names(calls)).toEqual(['Purchase'])
    expect(await cookies()).toEqual(['_fbc', '_fbp', 'leadline_visitor'])
    expect(await bar.isVisible()).toBe(false)
    const [row] = await product.query('select fbc from pixel_events where id = $1', ids(calls))
    expect(row?.fbc).toMatch(/^fb\.1\.\d+\.AbC-123_x$/)
    const receipts = await product.query(`select choice, page from ad_consents`)
    expect(receipts).toEqual([{ choice: 'granted', page: '/thankyoucall' }])

    await page.goto(`${product.url}/thankyoucallb`)
    await expect.poll(() => names(calls)).toEqual(['Purchase', 'Purchase'])
    await page.getByRole('link', { name: 'Cookie choices' }).click()
    await bar.getByRole('button', { name: 'Decline' }).click()
    await expect.poll(cookies).toEqual(['leadline_visitor'])
    const before = loaded()
    await page.goto(`${product.url}/thankyoucallc`)
    await settled(page)
    expect(loaded()).toBe(before)
    expect(names(calls)).toHaveLength(2)
    expect(await bar.isVisible()).toBe(false)
    await context.close()
  })

  it('is taken by keyboard, gives the focus back, and is remembered', async () => {
    const { context, page, loaded } = await openVisitor({ timezoneId: 'Europe/Paris' })
    await page.goto(`${product.url}/`)
    const bar = page.getByRole('region', { name: 'Cookie choices' })
    await bar.getByRole('button', { name: 'Decline' }).focus()
    await page.keyboard.press('Enter')
    await bar.waitFor({ state: 'hidden' })
    const link = page.getByRole('link', { name: 'Cookie choices' })
    await link.focus()
    await page.keyboard.press('Enter')
    await bar.waitFor()
    await page.keyboard.press('Enter')
    await bar.waitFor({ state: 'hidden' })
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.reload()
    await settled(page)
    expect(await bar.isVisible()).toBe(false)
    expect(loaded()).toBe(0)
    await context.close()
  })

  it.each(['/', '/freetraining', '/meme', '/meme2', '/lander-college', '/lander-hack', '/builder'])(
    'never covers the action of %s on the first phone screen',
    async (path) => {
      const { context, page } = await openVisitor({ timezoneId: 'Europe/Madrid' })
      await page.goto(product.url + path)
      await page.locator('#ad-choices').waitFor()
      const covered = await page.evaluate(() => {
        const bar = document.querySelector('#ad-choices')?.getBoundingClientRect()
        return [...document.querySelectorAll('main .button, main .play')].filter((action) => {
          const { top, bottom } = action.getBoundingClientRect()
          return bar && top < bar.top && bottom > bar.top
        }).length
      })
      expect(covered).toBe(0)
      await context.close()
    },
  )

  it('is not asked where no law wants it', async () => {
    const { context, page } = await openVisitor()
    await page.goto(`${product.url}/`)
    await settled(page)
    expect(await page.locator('#ad-choices').isVisible()).toBe(false)
    expect((await context.cookies()).map((cookie) => cookie.name)).toContain('_fbp')
    await context.close()
  })
})

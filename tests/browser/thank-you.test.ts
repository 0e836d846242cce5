import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { brokenWords } from '#support/broken-words.ts'
import {
  accessibilityProblems,
  comesAlive,
  isWiderThanWindow,
  openChromium,
  openVisitor,
  stillClock,
} from '#support/chromium.ts'
import { answerCalendar, calendarLink } from '#support/fake-calendar.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'

const content = SiteContent.parse({ brand: { coach: 'Ana' }, calendar: { link: calendarLink } })
let product: RunningProduct
let bare: RunningProduct
let withoutCalendar: RunningProduct
let browser: Browser

beforeAll(async () => {
  ;[product, bare, withoutCalendar] = await Promise.all([
    runProduct({ content }),
    runProduct(),
    runProduct({ content: SiteContent.parse({ calendar: { use: 'none' } }) }),
  ])
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
  await bare?.end()
  await withoutCalendar?.end()
})

/** Notes every call a page makes, with its body. */
function noteCalls(page: Page): { path: string; body: Record<string, unknown> }[] {
  const calls: { path: string; body: Record<string, unknown> }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST')
      calls.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() })
  })
  return calls
}

const bodiesOf = (calls: ReturnType<typeof noteCalls>, path: string) =>
  calls.filter((call) => call.path === path).map(({ body }) => body)

// On a slow network a call may come before the cookie does, and is this page load's visitor's all the same.
const ofThisLoad = expect.stringMatching(/^[0-9a-f-]{36}$/)
const confirmation = '/api/leads/application-confirmation'
const completion = '/api/process-typeform-completion'

async function becomeLead(context: BrowserContext, email: string): Promise<void> {
  await context.request.post(`${product.url}/api/capture-lead`, {
    data: { name: 'Grace O', email, phone: '202-555-0143', page: '/' },
    headers: { origin: product.url },
  })
}

const tagsOf = async (email: string): Promise<string[]> => {
  const owner = await product.owner()
  const { body } = await owner.get(`/api/customers?range=all&q=${encodeURIComponent(email)}`)
  return body[0]?.tags ?? []
}

describe('/thankyoucall', () => {
  ordinaryTest('counts down to the call, in one place and once, also over a reload', async () => {
    const { context, page, problems } = await openVisitor(browser)
    await stillClock(page)
    await page.goto(`${product.url}/thankyoucall`)
    await comesAlive(page)
    const state = page.getByRole('timer')
    await page.clock.runFor(1000)
    await expect.poll(() => state.textContent()).toMatch(/^Call should arrive in [89] seconds$/)
    const height = () => page.locator('.call').evaluate((card) => card.getBoundingClientRect().height)
    const before = await height()
    await page.reload()
    await comesAlive(page)
    await page.clock.runFor(9000)
    await expect.poll(() => state.textContent()).toBe('Calling Now!')
    expect(await height()).toBe(before)
    await page.clock.runFor(500)
    await expect.poll(() => page.locator('.call-spoken').textContent()).toBe('Calling Now!')
    await page.reload()
    await comesAlive(page)
    await expect.poll(() => state.textContent()).toBe('Calling Now!')
    expect(problems).toEqual([])
    await context.close()
  })

  thoroughTest('counts down anew after a reload where the phone’s clock was put back meanwhile', async () => {
    const { context, page } = await openVisitor(browser)
    await stillClock(page)
    await page.goto(`${product.url}/thankyoucall`)
    await comesAlive(page)
    const state = page.getByRole('timer')
    await page.clock.runFor(5000)
    await expect.poll(() => state.textContent()).toMatch(/^Call should arrive in [3-5] seconds$/)
    await page.clock.setSystemTime(new Date('2026-11-22T09:00:00Z'))
    await page.reload()
    await comesAlive(page)
    await page.clock.runFor(10_000)
    await expect.poll(() => state.textContent()).toBe('Calling Now!')
    await context.close()
  })

  ordinaryTest(
    'tells the server who applied, takes that out of the address, and tags the lead of this browser',
    async () => {
      const { context, page } = await openVisitor(browser)
      await becomeLead(context, 'grace@example.com')
      const calls = noteCalls(page)
      const query =
        'utm_source=ig&first_name=Grace&last_name=O&email=Grace%40example.com&phone_number=%2B12025550143'
      await page.goto(`${product.url}/thankyoucall?${query}`)
      await expect.poll(() => bodiesOf(calls, completion)).toHaveLength(1)
      expect(page.url()).toBe(`${product.url}/thankyoucall?utm_source=ig`)
      expect(bodiesOf(calls, confirmation)).toEqual([
        { fingerprint: expect.stringMatching(/^\d+$/), page: '/thankyoucall', sessionId: ofThisLoad },
      ])
      expect(bodiesOf(calls, completion)).toEqual([
        {
          first_name: 'Grace',
          last_name: 'O',
          email: 'Grace@example.com',
          phone: '+12025550143',
          utm_source: 'ig',
          page: '/thankyoucall',
          sessionId: ofThisLoad,
        },
      ])
      await expect.poll(() => tagsOf('grace@example.com')).toContain('VH03 - Filled Application')
      const visits = () => calls.filter(({ path }) => path.startsWith('/api/visitors'))
      await expect.poll(() => visits().map(({ path }) => path)).toContain('/api/visitors/track')
      for (const { body } of visits()) expect(JSON.stringify(body)).not.toMatch(/grace|5550143/i)
      await context.close()
    },
  )

  ordinaryTest('tells the server who applied where the page is left within a second, too', async () => {
    const { context, page } = await openVisitor(browser)
    await becomeLead(context, 'hasty@example.com')
    await stillClock(page)
    const calls = noteCalls(page)
    await page.goto(`${product.url}/thankyoucall?email=hasty%40example.com`)
    expect(bodiesOf(calls, completion)).toEqual([])
    await page.goto(`${product.url}/terms`)
    await expect.poll(() => tagsOf('hasty@example.com')).toContain('VH03 - Filled Application')
    await context.close()
  })

  thoroughTest('waits as long as the server asks before it tells again who applied', async () => {
    const { context, page } = await openVisitor(browser)
    await becomeLead(context, 'crowd@example.com')
    await stillClock(page)
    let isFull = true
    // As where a hall full of people applies behind one address.
    const full = {
      status: 429,
      contentType: 'application/json',
      headers: { 'retry-after': '55' },
      body: '{"error":"Too many attempts."}',
    }
    await page.route(`**${confirmation}`, (route) => (isFull ? route.fulfill(full) : route.continue()))
    const calls = noteCalls(page)
    const told = () => bodiesOf(calls, confirmation).length
    await page.goto(`${product.url}/thankyoucall`)
    const refused = page.waitForResponse(`**${confirmation}`)
    await page.clock.runFor(1500)
    await refused
    const pass = async (seconds: number) => {
      await page.clock.runFor(1000 * seconds)
      // What goes out in that time goes before it.
      await page.evaluate(() => fetch('/robots.txt').then((answer) => answer.text()))
    }
    await pass(54)
    expect(told()).toBe(1)
    isFull = false
    // In steps: a call has 20 seconds to be answered.
    for (let steps = 0; steps < 40 && told() < 2; steps += 1) await pass(3)
    await expect.poll(() => tagsOf('crowd@example.com')).toContain('VH03 - Filled Application')
    await context.close()
  })

  thoroughTest('tells the server who applied again where it was busy at that moment', async () => {
    const { context, page } = await openVisitor(browser)
    await becomeLead(context, 'busy@example.com')
    const busy = new Set<string>()
    const once = async (route: Route) => {
      const path = new URL(route.request().url()).pathname
      if (busy.has(path)) return route.continue()
      busy.add(path)
      return route.fulfill({ status: 503, contentType: 'application/json', body: '{"error":"Busy."}' })
    }
    for (const call of [confirmation, completion]) await page.route(`**${call}`, once)
    const calls = noteCalls(page)
    await page.goto(`${product.url}/thankyoucall?email=busy%40example.com`)
    await expect.poll(() => tagsOf('busy@example.com')).toContain('VH03 - Filled Application')
    for (const call of [confirmation, completion])
      await expect.poll(() => bodiesOf(calls, call)).toHaveLength(2)
    await context.close()
  })

  thoroughTest(
    'says nothing of an application when the address names nobody, and nothing to people when a call fails',
    async () => {
      const { context, page, problems } = await openVisitor(browser)
      const calls = noteCalls(page)
      await page.route(`**${confirmation}`, (route) => route.abort())
      await page.goto(`${product.url}/thankyoucallb?utm_source=ig&name=Grace`)
      await expect
        .poll(() => bodiesOf(calls, confirmation))
        .toEqual([{ fingerprint: expect.anything(), page: '/thankyoucallb', sessionId: ofThisLoad }])
      await page.waitForTimeout(300)
      expect(bodiesOf(calls, completion)).toEqual([])
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  ordinaryTest('books in a dialog: the calendar opens filled in, Escape gives the focus back', async () => {
    const { context, page, problems } = await openVisitor(browser, { size: { width: 320, height: 640 } })
    const asked = await answerCalendar(context)
    await page.goto(`${product.url}/thankyoucall?name=Grace+O&email=grace%40example.com`)
    const button = page.getByRole('link', { name: 'Book Call Now' })
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Pick your time' })
    const frame = dialog.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Pick a time' }).waitFor()
    expect(await frame.getByText('Grace O').isVisible()).toBe(true)
    expect(asked[0]?.pathname).toBe('/coach/call/embed')
    expect(asked[0]?.searchParams.get('email')).toBe('grace@example.com')
    expect(await isWiderThanWindow(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close the calendar' }).focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    expect(await button.evaluate((link) => link === document.activeElement)).toBe(true)
    await button.click()
    await frame.getByRole('heading', { name: 'Pick a time' }).waitFor()
    expect(asked).toHaveLength(1)
    expect(problems).toEqual([])
    await context.close()
  })

  thoroughTest(
    'books in the coach’s own calendar while there is no other, and says what happens next where there is none',
    async () => {
      const { context, page, problems } = await openVisitor(browser)
      await page.goto(`${bare.url}/thankyoucall`)
      await page.getByRole('link', { name: 'Book Call Now' }).click()
      await page.locator('#booking .slot-time').first().waitFor()
      await page.goto(`${withoutCalendar.url}/thankyoucall`)
      await page.getByText('We will arrange a time with you').waitFor()
      expect(await page.getByRole('link', { name: 'Book Call Now' }).count()).toBe(0)
      expect(await accessibilityProblems(page)).toEqual([])
      expect(problems).toEqual([])
      await context.close()
    },
  )
})

describe('every thank-you page', () => {
  it.each(shareOf(['/thankyoucallb', '/thankyoucallc', '/qualified']))(
    '%s tells the server once who applied, where its address says so',
    async (path) => {
      const { context, page } = await openVisitor(browser)
      const calls = noteCalls(page)
      await page.goto(`${product.url}${path}?email=ana%40example.com&phone=%2B12025550199`)
      await expect.poll(() => bodiesOf(calls, completion)).toHaveLength(1)
      expect(bodiesOf(calls, completion)[0]).toMatchObject({ email: 'ana@example.com', page: path })
      expect(page.url()).toBe(product.url + path)
      await expect.poll(() => page.evaluate(() => history.state.completed)).toBe(true)
      await page.reload()
      await expect.poll(() => bodiesOf(calls, confirmation)).toHaveLength(2)
      expect(bodiesOf(calls, completion)).toHaveLength(1)
      await context.close()
    },
  )

  it.each(
    shareOf(
      [
        ['/thankyoucall', 'Great news! We think you could be a perfect fit', 'qualifying questions'],
        ['/qualified', 'Our AI voice agent is calling you right now', 'Turn off Do Not Disturb'],
        ['/thankyoucallb', 'Great news! We think you could be a perfect fit', 'TWO STEPS TO GET STARTED'],
        ['/thankyoucallc', 'Your application was received', 'Check your email and texts'],
      ] as const,
      2,
    ),
  )(
    '%s fits a small phone, is clean for axe, and can be read without JavaScript',
    async (path, heading, text) => {
      const visit = await openVisitor(browser, { size: { width: 320, height: 640 } })
      const calls = noteCalls(visit.page)
      await visit.page.goto(product.url + path)
      await visit.page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await isWiderThanWindow(visit.page)).toBe(false)
      expect(await accessibilityProblems(visit.page)).toEqual([])
      for (const legal of ['/terms', '/privacy'])
        expect(await visit.page.locator(`footer a[href="${legal}"]`).count()).toBe(1)
      await expect.poll(() => bodiesOf(calls, confirmation).map((body) => body.page)).toEqual([path])
      expect(visit.problems).toEqual([])
      // A phone that shows everything twice as large.
      await visit.page.setViewportSize({ width: 195, height: 422 })
      expect(await brokenWords(visit.page, 'main')).toEqual([])
      await visit.context.close()

      const plain = await openVisitor(browser, { javaScript: false })
      await plain.page.goto(product.url + path)
      expect(await plain.page.getByText(text).first().isVisible()).toBe(true)
      await plain.context.close()
    },
  )
})

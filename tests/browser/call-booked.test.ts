import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { bookingContent } from '#support/booking-site.ts'
import { browseProduct } from '#support/browsed-product.ts'
import {
  accessibilityProblems,
  comesAlive,
  isWiderThanWindow,
  layoutShift,
  openVisitor,
  stillClock,
} from '#support/chromium.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'

const site = await browseProduct({ content: bookingContent })

async function becomeLead(context: BrowserContext, email: string): Promise<void> {
  await context.request.post(`${site.product.url}/api/capture-lead`, {
    data: { name: 'Grace O', email, phone: '202-555-0143', page: '/' },
    headers: { origin: site.product.url },
  })
}

/** Counts the calls of one path. */
function countCalls(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

const tagCall = '/api/leads/add-booking-tag'
const booked = (email: string, uid: string, more = '') =>
  `${site.product.url}/callbooked?email=prefilled%40example.com&isSuccessBookingPage=true&isEmbed=true&uid=${uid}` +
  `&email=${encodeURIComponent(email)}&title=${encodeURIComponent('Call between Ana & Grace')}` +
  `&attendeeName=Grace+O&startTime=2026-11-23T18%3A00%3A00Z&location=integrations%3Adaily&utm_source=ig${more}`

describe('where data is to be saved', () => {
  it.each([
    ['/thankyoucall', 'two-steps'],
    ['/qualified', 'qualified'],
    ['/callbooked', 'call-booked'],
  ])('%s says what is true without a touch', async (path, island) => {
    const { context, page } = await openVisitor(site.browser)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    const email = `saving-on-${island}@example.com`
    await becomeLead(context, email)
    await page.goto(path === '/callbooked' ? booked(email, 'saving') : site.product.url + path)
    await page.locator(`[data-island="${island}"][data-alive]`).waitFor({ state: 'attached' })
    if (path === '/callbooked') await page.getByText('Tagged in System').waitFor()
    await context.close()
  })
})

describe('/callbooked', () => {
  ordinaryTest(
    'shows the booking, tags it once, cleans the address, and still shows it after a reload',
    async () => {
      const { context, page, problems } = await openVisitor(site.browser)
      await becomeLead(context, 'grace@example.com')
      const tagCalls = countCalls(page, tagCall)
      await page.goto(booked('grace@example.com', 'once'))
      await page.getByText('Tagged in System').waitFor()
      expect(new URL(page.url()).search).not.toMatch(/email|grace|uid|title|location/i)
      const details = page.locator('.ticket')
      for (const text of ['Call between Ana & Grace', 'Grace O', 'grace@example.com', 'DAILY'])
        expect(await details.textContent()).toContain(text)
      expect(await details.textContent()).toMatch(/Monday, November 23, 2026 at \d+:00\sPM UTC/)
      // When it is stands out.
      const sizes = await details
        .locator('dd')
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
      expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0)
      expect(await page.getByText('Loading booking confirmation...').count()).toBe(0)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.reload()
      await page.getByText('Tagged in System').waitFor()
      expect(await details.textContent()).toContain('grace@example.com')
      expect(tagCalls()).toBe(1)
      // The calendar may send the same person here a second time.
      await page.goto(booked('grace@example.com', 'once', '&again'))
      await page.getByText('Tagged in System').waitFor()
      expect(tagCalls()).toBe(1)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  ordinaryTest('keeps quiet when the server does not know the contact', async () => {
    const { context, page } = await openVisitor(site.browser)
    await page.goto(booked('stranger@example.com', 'unknown'))
    await expect.poll(() => page.locator('.ticket').textContent()).toContain('stranger@example.com')
    expect(await page.getByText('Confirmed', { exact: true }).isVisible()).toBe(true)
    expect(await page.getByText('Tagged in System').isVisible()).toBe(false)
    expect(await page.getByRole('alert').isVisible()).toBe(false)
    await context.close()
  })

  thoroughTest(
    'shows that it works while the tag is on its way, and the booking before that is done',
    async () => {
      const { context, page } = await openVisitor(site.browser)
      let answer: () => void = () => {}
      const answered = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(`**${tagCall}`, async (route) => {
        await answered
        await route.fulfill({ json: { success: true } })
      })
      // The page's patience would end while a busy machine looks.
      await stillClock(page)
      await page.goto(booked('slow@example.com', 'slow'))
      await comesAlive(page)
      await page.getByText('Processing...').waitFor()
      const loading = page.getByText('Loading booking confirmation...')
      expect(await loading.isVisible()).toBe(true)
      await page.clock.runFor(2500)
      await loading.waitFor({ state: 'detached' })
      expect(await page.locator('.ticket').textContent()).toContain('slow@example.com')
      expect(await page.getByText('Processing...').isVisible()).toBe(true)
      answer()
      await page.getByText('Tagged in System').waitFor()
      expect(await page.getByText('Processing...').isVisible()).toBe(false)
      await context.close()
    },
  )

  it.each(
    shareOf<[string, { status: number; json?: unknown; body?: string } | null, string]>([
      ['the server’s reason', { status: 500, json: { error: 'The CRM is resting.' } }, 'The CRM is resting.'],
      ['its own words without one', { status: 502, body: '<html>' }, 'Failed to add tag'],
      ['the network’s failure', null, 'Network error while adding tag'],
    ]),
  )('shows %s in a banner, and tries again with the next load', async (_what, answer, message) => {
    const { context, page } = await openVisitor(site.browser)
    const tagCalls = countCalls(page, tagCall)
    await page.route(`**${tagCall}`, (route) => (answer ? route.fulfill(answer) : route.abort()))
    await page.goto(booked('grace@example.com', 'fails'))
    await expect.poll(() => page.getByRole('alert').textContent()).toBe(message)
    expect(await page.locator('.ticket').textContent()).toContain('grace@example.com')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.reload()
    await expect.poll(() => page.getByRole('alert').textContent()).toBe(message)
    expect(tagCalls()).toBe(2)
    await context.close()
  })

  ordinaryTest('asks for the tag again once the network is back', async () => {
    const { context, page } = await openVisitor(site.browser)
    await becomeLead(context, 'tunnel@example.com')
    await page.route(`**${tagCall}`, (route) => route.abort('internetdisconnected'))
    await page.goto(booked('tunnel@example.com', 'tunnel'))
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('Network error while adding tag')
    await page.unroute(`**${tagCall}`)
    await context.setOffline(true)
    await context.setOffline(false)
    await page.getByText('Tagged in System').waitFor()
    expect(await page.getByRole('alert').isVisible()).toBe(false)
    await context.close()
  })

  ordinaryTest.each([
    ['no parameters', '', 'No email found in booking confirmation'],
    ['a booking that is not confirmed', '?isSuccessBookingPage=false&email=grace%40example.com&uid=open', ''],
  ])('says booked only where it was: not with %s', async (_what, query, error) => {
    const { context, page, problems } = await openVisitor(site.browser)
    await page.goto(`${site.product.url}/callbooked${query}`)
    await comesAlive(page)
    await page.getByRole('heading', { level: 1, name: 'Your booking' }).waitFor()
    expect(await page.getByText('Confirmed', { exact: true }).count()).toBe(0)
    expect(await page.locator('.booked-tick').count()).toBe(0)
    expect((await page.getByRole('alert').allTextContents()).join('')).toBe(error)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })

  thoroughTest('says that no email came, and asks for no tag then nor without the success flag', async () => {
    const { context, page, problems } = await openVisitor(site.browser)
    const tagCalls = countCalls(page, tagCall)
    await page.goto(`${site.product.url}/callbooked?isSuccessBookingPage=true`)
    await page.getByText('No email found in booking confirmation').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.goto(`${site.product.url}/callbooked?email=grace%40example.com&isSuccessBookingPage=TRUE`)
    await expect.poll(() => page.locator('.ticket').textContent()).toContain('grace@example.com')
    expect(await page.getByRole('alert').isVisible()).toBe(false)
    expect(tagCalls()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  })

  ordinaryTest('shows hostile and doubly encoded values as the text they are', async () => {
    const { context, page, problems } = await openVisitor(site.browser, { size: { width: 320, height: 640 } })
    const hostile = '<img src=x onerror=alert(1)>'
    const query = new URLSearchParams({
      email: encodeURIComponent('ana+1@example.com'),
      title: hostile,
      attendeeName: 'W'.repeat(400),
      startTime: 'yesterday',
      location: 'javascript:alert(1)',
    })
    await page.goto(`${site.product.url}/callbooked?${query}`)
    await expect.poll(() => page.locator('.ticket').textContent()).toContain(hostile)
    expect(await page.locator('.ticket').textContent()).toContain('ana+1@example.com')
    expect(await page.locator('.ticket img, .ticket a').count()).toBe(0)
    expect(await isWiderThanWindow(page)).toBe(false)
    expect(problems).toEqual([])
    await context.close()
  })

  it.each(
    shareOf(
      [
        [320, 'answers at once', 0],
        [320, 'is slow', 1200],
        [1280, 'is slow', 1200],
      ],
      0,
    ),
  )('does not jump at %d px with a long title when the server %s', async (width, _how, delay) => {
    const { context, page } = await openVisitor(site.browser, { size: { width, height: 740 } })
    await page.route(`**${tagCall}`, async (route) => {
      await page.waitForTimeout(delay)
      await route.fulfill({ json: { success: true } })
    })
    const title =
      'Strategy call about the booking software for dog groomers between Ana and Grace Okonkwo-Weatherby'
    await page.goto(
      booked('long@example.com', `long-${width}-${delay}`).replace(/title=[^&]*/, `title=${title}`),
    )
    await page.getByText('Tagged in System').waitFor()
    await page.waitForTimeout(300)
    expect(await page.locator('.ticket').textContent()).toContain(title)
    expect(await page.getByRole('heading', { name: 'What’s Next?' }).isVisible()).toBe(true)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
    await context.close()
  })

  thoroughTest('shows what comes next within two seconds though its script never comes', async () => {
    const { context, page } = await openVisitor(site.browser)
    await page.route('**/assets/call-booked*', (route) => route.abort())
    await page.goto(booked('grace@example.com', 'noscript'))
    const next = page.getByRole('heading', { name: 'What’s Next?' })
    await next.waitFor()
    // By the page's own time: that of a busy machine may be longer.
    const comesAfter = await page
      .locator('.booked-next')
      .evaluate((rest) => rest.getAnimations().map(({ effect }) => effect?.getComputedTiming().endTime))
    expect(comesAfter).toEqual([2000])
    await context.close()
  })

  ordinaryTest('shows the booking also to whoever reloads before its script has come', async () => {
    const { context, page } = await openVisitor(site.browser)
    await page.route('**/assets/call-booked*', (route) => route.abort())
    await page.goto(booked('hasty@example.com', 'hasty'))
    await expect.poll(() => page.url()).not.toContain('hasty')
    await page.unroute('**/assets/call-booked*')
    await page.reload()
    await expect.poll(() => page.locator('.ticket').textContent()).toContain('hasty@example.com')
    expect(await page.getByText('Confirmed', { exact: true }).isVisible()).toBe(true)
    await context.close()
  })

  thoroughTest('works where storage is forbidden, reload included', async () => {
    const { context, page, problems } = await openVisitor(site.browser)
    await context.addInitScript(() => {
      for (const area of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, area, {
          get() {
            throw new DOMException('forbidden', 'SecurityError')
          },
        })
    })
    await becomeLead(context, 'nostore@example.com')
    const tagCalls = countCalls(page, tagCall)
    await page.goto(booked('nostore@example.com', 'nostore'))
    await page.getByText('Tagged in System').waitFor()
    await page.reload()
    await page.getByText('Tagged in System').waitFor()
    expect(await page.locator('.ticket').textContent()).toContain('nostore@example.com')
    expect(tagCalls()).toBe(1)
    expect(problems).toEqual([])
    await context.close()
  })

  it.each(
    shareOf([
      ['breaks out of a frame, with everything it was told', '', true],
      ['works inside a frame that it may not leave', 'sandbox="allow-scripts allow-same-origin"', false],
    ]),
  )('%s', async (_what, sandbox, isFree) => {
    const { context, page } = await openVisitor(site.browser)
    // Each browser its own person: one that types another's email may not tag them.
    const email = `framed-${isFree}@example.com`
    await becomeLead(context, email)
    const tagCalls = countCalls(page, tagCall)
    const address = booked(email, `framed-${isFree}`).replaceAll('&', '&amp;')
    await page.route('**/around', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<h1>Around</h1><iframe ${sandbox} src="${address}" width="390" height="800"></iframe>`,
      }),
    )
    // The page in the frame would go on by itself while a busy machine opens the one in the window, and then both ask for the tag.
    await stillClock(page)
    await page.goto(`${site.product.url}/around`)
    const place = isFree ? page : page.frameLocator('iframe')
    await page.clock.runFor(100)
    if (isFree) {
      await page.waitForURL('**/callbooked?*')
      await comesAlive(page)
    } else {
      await place.locator('[data-island="call-booked"][data-alive]').waitFor()
      await page.clock.runFor(1500)
    }
    await place.getByText('Tagged in System').waitFor()
    expect(await place.locator('.ticket').textContent()).toContain(email)
    expect(new URL(page.url()).pathname).toBe(isFree ? '/callbooked' : '/around')
    expect(tagCalls()).toBe(1)
    await context.close()
  })

  ordinaryTest('goes home, names the support address, and says what is true without JavaScript', async () => {
    const { context, page } = await openVisitor(site.browser, { javaScript: false })
    await page.goto(booked('grace@example.com', 'plain'))
    const said = page.locator('.ticket noscript p')
    expect(await said.textContent()).toBe('Your call is booked; the details are in your email.')
    expect(await said.isVisible()).toBe(true)
    expect(await page.getByText('Loading booking confirmation...').isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'help@coach.example' }).getAttribute('href')).toBe(
      'mailto:help@coach.example',
    )
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await page.waitForURL(`${site.product.url}/`)
    await context.close()
  })
})

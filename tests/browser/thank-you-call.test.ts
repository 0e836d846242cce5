import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import {
  accessibilityProblems,
  comesAlive,
  isWiderThanWindow,
  openChromium,
  openVisitor,
  stillClock,
} from '#support/chromium.ts'
import { calendarLink } from '#support/fake-calendar.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import { manyCalls, runVoiceProduct, type VoiceProduct } from '#support/voice-product.ts'
import { deliver, voiceCall } from '#support/webhook-senders.ts'

let product: VoiceProduct
let browser: Browser
beforeAll(async () => {
  const content = SiteContent.parse({
    ...{ brand: { name: 'Acme' }, calendar: { link: calendarLink }, calls: manyCalls },
  })
  ;[product, browser] = await Promise.all([runVoiceProduct({ content }), openChromium()])
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

async function becomeLead(context: BrowserContext, email: string, phone: string, callConsent: boolean) {
  await context.request.post(`${product.url}/api/capture-lead`, {
    data: { name: 'Grace O', email, phone, page: '/', callConsent },
    headers: { origin: product.url },
  })
}
/** Opens a page whose clock stands still: the countdown of one that runs is over before a slow machine draws it. */
async function openStill(page: Page, path: string): Promise<void> {
  await stillClock(page)
  await page.goto(product.url + path)
  await comesAlive(page)
}
/** Lets the page's own clock run until it says a line, as somebody would wait. */
async function waitForLine(page: Page, line: string | RegExp): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return page.getByRole('timer').textContent()
    })
    .toMatch(line)
}

describe('/thankyoucall with a voice agent', () => {
  ordinaryTest('shows the real call in place of the countdown, state by state', async () => {
    const { context, page, problems } = await openVisitor(browser)
    await becomeLead(context, 'grace@example.com', '202-555-0143', true)
    await openStill(page, '/thankyoucall')
    await waitForLine(page, /^Call should arrive in \d seconds?$/)
    await waitForLine(page, 'Calling Now!')
    await product.requestsOf('grace@example.com')
    const callRequestId = product.voice.calls[0]?.callRequestId
    expect(product.voice.calls[0]).toMatchObject({ phone: '+12025550143', page: '/thankyoucall' })
    for (const [status, line] of [
      ['ringing', 'Your phone is ringing'],
      ['answered', 'You are on the call'],
      ['ended', 'Thank you for the call'],
    ] as const) {
      const seconds = Math.floor(product.now().getTime() / 1000)
      await deliver(product.url, voiceCall({ callId: 'c1', callRequestId, status }, { seconds }))
      await product.requestsOf('grace@example.com')
      await waitForLine(page, line)
      await expect
        .poll(async () => {
          await page.clock.runFor(500)
          return page.locator('.call-spoken').textContent()
        })
        .toBe(line)
    }
    // What looks for problems needs time to go by.
    await page.clock.resume()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.reload()
    await waitForLine(page, 'Thank you for the call')
    expect(problems).toEqual([])
    await context.close()
  })

  it.each(
    shareOf([
      [
        'did not agree to a call',
        '202-555-0144',
        false,
        'You did not ask for a call, so we will not phone you.',
      ],
      ['gave no number to call', 'none', true, 'We do not have a phone number we can call.'],
    ]),
  )('offers the booking instead to somebody who %s', async (_who, phone, callConsent, sentence) => {
    const { context, page, problems } = await openVisitor(browser, { size: { width: 320, height: 640 } })
    await becomeLead(context, `n${phone.length}@example.com`, phone, callConsent)
    await context.clock.install()
    await page.goto(`${product.url}/thankyoucall`)
    await waitForLine(page, 'No call this time')
    await page.getByText(sentence).waitFor()
    await page.getByRole('heading', { name: 'Skip the AI call' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Answer our AI call' }).count()).toBe(0)
    await page.clock.runFor(20_000)
    expect(await page.getByRole('timer').textContent()).toBe('No call this time')
    expect(await page.getByText('No call? Check Do Not Disturb').isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'Book Call Now' }).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Book your session instead' }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#book')
    expect(await isWiderThanWindow(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })

  ordinaryTest('asks anew how the call stands where an answer never comes', async () => {
    const { context, page } = await openVisitor(browser)
    await becomeLead(context, 'unanswered@example.com', '202-555-0148', false)
    let asked = 0
    await page.route('**/api/calls/state', (route) => {
      asked += 1
      return asked === 1 ? undefined : route.continue()
    })
    await openStill(page, '/thankyoucall')
    await waitForLine(page, /^Call should arrive in \d seconds?$/)
    await page.clock.runFor(20_000)
    await waitForLine(page, 'No call this time')
    await context.close()
  })

  ordinaryTest.each([
    ['and nobody asks any more', false],
    ['while it asks for the last time', true],
  ])(
    'tells a phone that slept for an hour how the call went, once its network is back %s',
    async (_when, isAsking) => {
      const { context, page } = await openVisitor(browser)
      await becomeLead(context, `slept.${isAsking}@example.com`, '202-555-0149', false)
      const [asked, failing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let network: 'about to fail' | 'back' = 'about to fail'
      await page.route('**/api/calls/state', async (route) => {
        if (network === 'back') return route.continue()
        asked.resolve()
        await failing.promise
        await route.abort()
      })
      // Away, it fails at once: of a question that is still on its way as the phone sleeps, the pause after it would not run yet.
      await page.addInitScript(() => {
        const { fetch } = window
        Object.assign(window, { isAway: true })
        window.fetch = (to, init) =>
          to === '/api/calls/state' && Reflect.get(window, 'isAway')
            ? Promise.reject(new TypeError('away'))
            : fetch(to, init)
      })
      const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('online')))
      await openStill(page, '/thankyoucall')
      await waitForLine(page, 'Calling Now!')
      await page.evaluate(() => Object.assign(window, { isAway: false }))
      await page.clock.fastForward(3_600_000)
      await asked.promise
      network = 'back'
      if (isAsking) await comeBack()
      const failed = page.waitForEvent('requestfailed')
      failing.resolve()
      await failed
      if (!isAsking) await comeBack()
      await waitForLine(page, 'No call this time')
      await context.close()
    },
  )

  thoroughTest('says on /qualified that the call is over, and where to book', async () => {
    const { context, page, problems } = await openVisitor(browser, { size: { width: 390, height: 844 } })
    await becomeLead(context, 'over@example.com', '202-555-0147', true)
    await context.clock.install()
    await page.goto(`${product.url}/qualified`)
    await page.getByRole('heading', { level: 1, name: 'calling you right now' }).waitFor()
    expect(await page.title()).toBe('We are calling you · Acme')
    await expect
      .poll(async () => {
        await page.clock.runFor(1000)
        return product.voice.calls.find((call) => call.phone === '+12025550147')
      })
      .toBeTruthy()
    const callRequestId = product.voice.calls.find((call) => call.phone === '+12025550147')?.callRequestId
    const seconds = Math.floor(product.now().getTime() / 1000)
    await deliver(product.url, voiceCall({ callId: 'c7', callRequestId, status: 'no_answer' }, { seconds }))
    await product.requestsOf('over@example.com')
    await expect
      .poll(async () => {
        await page.clock.runFor(3000)
        return page.getByRole('heading', { level: 1 }).textContent()
      })
      .toBe('We could not reach you')
    // Nor does the tab say that the phone rings; and who does not see the page is told.
    expect(await page.title()).toBe('We could not reach you · Acme')
    expect(await page.getByRole('status').textContent()).toBe('We could not reach you')
    expect(await page.getByRole('img', { name: /phone rings/ }).count()).toBe(0)
    const way = page.getByRole('link', { name: 'Book Call Now' })
    expect(await way.getAttribute('href')).toBe('/bookstrategy')
    expect(await isWiderThanWindow(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })

  thoroughTest(
    'says on /qualified what happens instead where no call will come, and rings for who agreed',
    async () => {
      const { context, page, problems } = await openVisitor(browser, { size: { width: 390, height: 844 } })
      await becomeLead(context, 'q1@example.com', '202-555-0145', false)
      await page.goto(`${product.url}/qualified`)
      await page.getByRole('heading', { level: 1, name: 'Skip the AI call' }).waitFor()
      await page.getByText('You did not ask for a call, so we will not phone you.').waitFor()
      expect(await page.title()).toBe('No call this time · Acme')
      expect(await page.getByRole('img', { name: /phone rings/ }).count()).toBe(0)
      const way = page.getByRole('link', { name: 'Book your session instead' })
      expect(await way.getAttribute('href')).toBe('/bookstrategy')
      expect(await accessibilityProblems(page)).toEqual([])
      await context.close()

      const agreed = await openVisitor(browser)
      await becomeLead(agreed.context, 'q2@example.com', '202-555-0146', true)
      const asked = agreed.page.waitForResponse('**/api/calls/state')
      await agreed.page.goto(`${product.url}/qualified`)
      await asked
      await agreed.page.getByRole('heading', { level: 1, name: 'calling you right now' }).waitFor()
      expect(problems).toEqual([])
      await agreed.context.close()
    },
  )

  thoroughTest('counts down for somebody unknown, and when the server does not answer', async () => {
    const { context, page, problems } = await openVisitor(browser)
    await context.clock.install()
    await page.route('**/api/calls/state', (route) => route.abort())
    await page.goto(`${product.url}/thankyoucallb`)
    await waitForLine(page, 'Calling Now!')
    expect(problems).toEqual([])
    await context.close()
  })
})

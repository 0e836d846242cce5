import { describe, expect, it } from 'vitest'
import { bookingContent } from '#support/booking-site.ts'
import { browseProduct } from '#support/browsed-product.ts'
import {
  accessibilityProblems,
  comesAlive,
  isWiderThanWindow,
  openVisitor,
  stillClock,
} from '#support/chromium.ts'
import { answerCalendar, calendarLink } from '#support/fake-calendar.ts'
import { ordinaryTest, shareOf } from '#support/share-of.ts'

const desk =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const site = await browseProduct({ content: bookingContent })

describe('/bookstrategy', () => {
  ordinaryTest(
    'shows the calendar filled in and posts whose application it was, under its own name',
    async () => {
      const { context, page, problems } = await openVisitor(site.browser)
      const asked = await answerCalendar(context)
      const posted = page.waitForRequest('**/api/process-typeform-completion')
      await page.goto(`${site.product.url}/bookstrategy?utm_source=ig&name=Grace+O&email=grace%40example.com`)
      await page.getByRole('heading', { name: 'Ana would love to meet with you!' }).waitFor()
      const frame = page.frameLocator('iframe')
      await frame.getByRole('heading', { name: 'Pick a time' }).waitFor()
      expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
        overlayCalendar: 'true',
        layout: 'month_view',
        name: 'Grace O',
        email: 'grace@example.com',
        'metadata[page]': '/bookstrategy',
        'metadata[utm_source]': 'ig',
      })
      await expect.poll(() => page.locator('iframe').evaluate((element) => element.clientHeight)).toBe(733)
      expect((await posted).postDataJSON()).toMatchObject({
        email: 'grace@example.com',
        page: '/bookstrategy',
      })
      expect(page.url()).toBe(`${site.product.url}/bookstrategy?utm_source=ig`)
      await page.reload()
      await frame.getByText('Grace O').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      expect(problems).toEqual([])
      await context.close()
    },
  )

  it.each(
    shareOf(
      [
        ['smoothly', 'no-preference', 'answers while the page scrolls', 150],
        ['at once, where motion is not wanted,', 'reduce', 'answers right after', 50],
        ['smoothly', 'no-preference', 'answers after it has', 1500],
        ['smoothly', 'no-preference', 'never answers', undefined],
        ['at once, where motion is not wanted,', 'reduce', 'never answers', undefined],
      ] as const,
      0,
    ),
  )(
    'leads back to the calendar from the button under the note %s (%s) when the calendar %s',
    async (_how, reducedMotion, _when, delay) => {
      const { context, page } = await openVisitor(site.browser, { size: { width: 320, height: 640 } })
      await page.emulateMedia({ reducedMotion })
      let answer: () => void = () => {}
      const isPressed = new Promise<void>((resolve) => {
        answer = resolve
      })
      await answerCalendar(context, delay === undefined, isPressed)
      await page.goto(`${site.product.url}/bookstrategy`, { waitUntil: 'commit' })
      const button = page.getByRole('link', { name: 'Book Your Call With Ana' })
      await page.getByText('Opening the calendar').waitFor()
      await button.click()
      setTimeout(answer, delay)
      if (delay === undefined)
        await page.getByRole('link', { name: 'Open the calendar', exact: true }).waitFor()
      else await page.getByText('Opening the calendar').waitFor({ state: 'hidden' })
      const top = () => page.locator('#calendar').evaluate((place) => place.getBoundingClientRect().top)
      // Its scroll margin.
      await expect.poll(async () => Math.round(await top())).toBe(16)
      await page.waitForTimeout(300)
      expect(Math.round(await top())).toBe(16)
      expect(await isWiderThanWindow(page)).toBe(false)
      await context.close()
    },
  )

  it.each(
    shareOf([
      ['in this tab inside an app’s browser', undefined, 'Open the calendar', null],
      ['in a new tab', desk, 'Open the calendar in a new tab', '_blank'],
    ]),
  )(
    'offers the calendar %s when its frame does not come within 4 s',
    async (_where, userAgent, name, target) => {
      const { context, page } = await openVisitor(site.browser, { userAgent })
      await answerCalendar(context, true)
      // The page's own four seconds, however long a slow machine looks at it.
      await stillClock(page)
      // The frame that never comes would hold the page's load event back for ever.
      const address = `${site.product.url}/bookstrategy?email=grace%40example.com`
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await comesAlive(page)
      await page.getByText('Opening the calendar').waitFor()
      await page.locator('iframe').waitFor({ state: 'attached' })
      const rescue = page.getByRole('link', { name, exact: true })
      await page.clock.runFor(3900)
      expect(await rescue.isVisible()).toBe(false)
      await expect.poll(() => page.clock.runFor(100).then(() => rescue.isVisible())).toBe(true)
      expect(await rescue.getAttribute('href')).toBe(`${calendarLink}?email=grace%40example.com`)
      expect(await rescue.getAttribute('target')).toBe(target)
      expect(await page.locator('iframe').isVisible()).toBe(false)
      // What looks for problems needs time to go by.
      await page.clock.resume()
      expect(await accessibilityProblems(page)).toEqual([])
      await context.close()
    },
  )

  ordinaryTest('allows a frame of the calendar alone, and only on the pages that embed it', async () => {
    const policyOf = async (path: string) =>
      (await fetch(site.product.url + path)).headers.get('content-security-policy') ?? ''
    for (const path of ['/bookstrategy', '/thankyoucall', '/thankyoucallb'])
      expect(await policyOf(path)).toContain("frame-src 'self' https://calendar.example;")
    for (const path of ['/', '/thankyoucallc', '/qualified', '/callbooked'])
      expect(await policyOf(path)).toContain("frame-src 'none';")
  })
})

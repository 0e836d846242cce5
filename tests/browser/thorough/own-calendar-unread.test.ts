// A sample of it is in tests/browser/own-calendar.test.ts.
import type { Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import {
  accessibilityProblems,
  comesAlive,
  isWiderThanWindow,
  openVisitor,
  stillClock,
} from '#support/chromium.ts'

const { product, browser } = await browseProduct()

const refuse = (route: Route) =>
  route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json: { error: 'The service is busy.' } })

it('says that the times could not be read, in place of what looks as if they came, and reads them again', async () => {
  const { context, page, problems } = await openVisitor(browser)
  await page.route('**/api/calendar/slots', refuse)
  await page.goto(`${product.url}/bookstrategy`)
  await comesAlive(page)
  const failure = page.getByRole('alert').filter({ hasText: 'The free times can’t be shown right now' })
  await failure.waitFor()
  expect(await page.locator('.slot-skeleton').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)

  const again = page.getByRole('button', { name: 'Try again' })
  const refused = page.waitForResponse('**/api/calendar/slots')
  await again.focus()
  await page.keyboard.press('Enter')
  await refused
  // It is there anew, so that it is read out once more.
  await failure.waitFor()
  await page.unroute('**/api/calendar/slots')
  await again.click()
  await page.locator('.slot-time').first().waitFor()
  expect(await failure.count()).toBe(0)
  // Whoever pressed it by the keyboard is where the times are now.
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('own-calendar')
  expect(problems).toEqual([])
  await context.close()
})

it('says so, too, where no answer comes', async () => {
  const { context, page } = await openVisitor(browser)
  // A slow machine would look at what stands there for twenty seconds only after them.
  await stillClock(page)
  await page.route('**/api/calendar/slots', () => {})
  const asked = page.waitForRequest('**/api/calendar/slots')
  await page.goto(`${product.url}/bookstrategy`)
  await comesAlive(page)
  await asked
  await page.locator('.slot-skeleton').waitFor()
  await page.clock.runFor(21_000)
  await page.getByText('The free times can’t be shown right now').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

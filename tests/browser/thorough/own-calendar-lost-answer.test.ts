// A sample of it is in tests/browser/own-calendar.test.ts.
import { expect, test } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'
import { clockFrom, wednesday } from '#support/clock-from.ts'

const site = await browseProduct({
  content: SiteContent.parse({ brand: { coach: 'Ana', email: 'help@coach.example' } }),
  clock: clockFrom(wednesday),
})

test('whoever gets no answer, loads the page again and picks another time has one call', async () => {
  const { context, page } = await openVisitor(site.browser, { size: { width: 390, height: 844 } })
  await page.goto(`${site.product.url}/bookstrategy`)
  const email = 'lost@example.com'
  const calls = () =>
    site.product.query('select uid, state, start_at from calendar_bookings where email = $1', [email])
  const pickAndBook = async (day: number) => {
    await comesAlive(page)
    await page.locator('.slot-day input').nth(day).check()
    await page.locator('.slot-time').last().click()
    await page.getByLabel('Full Name').fill('Lost Answer')
    await page.getByLabel('Email Address').fill(email)
    await page.getByRole('button', { name: 'Book this time' }).click()
  }
  await page.route('**/api/calendar/bookings', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await pickAndBook(1)
  await page.locator('.slot-alert:not(:empty)').waitFor()
  const [lost] = await calls()
  await page.unroute('**/api/calendar/bookings')
  await page.reload()
  await pickAndBook(2)
  await page.waitForURL('**/callbooked?**')
  const all = await calls()
  expect(all).toMatchObject([{ uid: lost?.uid, state: 'booked' }])
  expect(all[0]?.start_at).not.toEqual(lost?.start_at)

  // It was answered: the next one is another.
  await page.goto(`${site.product.url}/bookstrategy`)
  await pickAndBook(3)
  await page.waitForURL('**/callbooked?**')
  expect(await calls()).toHaveLength(2)
  await context.close()
})

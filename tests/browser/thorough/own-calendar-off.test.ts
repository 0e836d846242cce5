// A sample of it is in tests/api/own-calendar-choice.test.ts.
import { expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { accessibilityProblems, comesAlive, isWiderThanWindow, openVisitor } from '#support/chromium.ts'
import { clockFrom, wednesday } from '#support/clock-from.ts'
import { contentEditor } from '#support/content-editor.ts'

const { product, browser } = await browseProduct({
  content: SiteContent.parse({ brand: { coach: 'Ana' } }),
  // Over midnight there is another last day.
  clock: clockFrom(wednesday),
})
const [start, ...others] = (await product.browser().get('/api/calendar/slots')).body.slots
const details = { name: 'Ada Kern', email: 'ada@example.com' }
const { token } = (await product.browser().post('/api/calendar/bookings', { ...details, start })).body
const switchTo = async (use: 'automatic' | 'none') =>
  contentEditor(await product.owner()).live((draft) => {
    draft.calendar.use = use
  })
const size = { width: 390, height: 844 }

it('leads whoever had picked a time before to where calls are booked now', async () => {
  const { context, page, problems } = await openVisitor(browser, { size })
  await page.goto(`${product.url}/bookstrategy`)
  await comesAlive(page)
  await page.locator('.slot-time').first().click()
  await page.getByLabel('Full Name').fill('Too Late')
  await page.getByLabel('Email Address').fill('late@example.com')
  await switchTo('none')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByRole('alert').filter({ hasText: 'Calls can’t be booked here right now' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Show me how' }).click()
  await page.getByText('We will arrange a time with you').waitFor()
  await switchTo('automatic')
  expect(problems).toEqual([])
  await context.close()
})

it('says in a dialog of a page from before that calls are booked elsewhere now, and leads there', async () => {
  const { context, page, problems } = await openVisitor(browser, { size })
  await page.goto(`${product.url}/thankyoucall`)
  await comesAlive(page)
  await switchTo('none')
  await page.locator('.book-button').click()
  await page.locator('#booking').getByText('Calls can’t be booked here right now').waitFor()
  expect(await page.getByText('All times are taken').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
  await page.getByRole('link', { name: 'Show me how' }).click()
  await page.waitForURL(`${product.url}/bookstrategy`)
  await page.getByText('We will arrange a time with you').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it.each([true, false])('says so on /booking, too, with scripts: %s', async (javaScript) => {
  const { context, page, problems } = await openVisitor(browser, { size, javaScript })
  await page.goto(`${product.url}/booking`)
  if (javaScript) await comesAlive(page)
  await page.getByRole('heading', { level: 1, name: 'Calls can’t be booked here right now' }).waitFor()
  expect(await page.getByText('All times are taken').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Show me how' }).getAttribute('href')).toBe('/bookstrategy')
  if (javaScript) expect(await accessibilityProblems(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

it('moves a call that was booked before, and shows the times to move it to once more', async () => {
  const { context, page, problems } = await openVisitor(browser, { size })
  await page.goto(`${product.url}/booking/${token}`)
  await comesAlive(page)
  await page.locator('.slot-time').last().click()
  await page.getByRole('heading', { name: 'Your call has been moved' }).waitFor()
  await page.locator('.slot-time').first().waitFor()
  expect(await page.getByText(/All times are taken|can’t be booked/).count()).toBe(0)
  await page.locator('.slot-day input').last().check()
  const moved = page.waitForResponse('**/move')
  await page.locator('.slot-time').last().click()
  expect((await moved).status()).toBe(200)
  expect(others.length).toBeGreaterThan(10)
  const calls = await product.query('select start_at from calendar_bookings')
  expect(calls).toEqual([{ start_at: new Date(others.at(-1)) }])
  expect(problems).toEqual([])
  await context.close()
})

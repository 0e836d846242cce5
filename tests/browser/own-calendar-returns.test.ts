import { expect, test } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'
import { wednesday } from '#support/clock-from.ts'

const A_DAY = 86_400_000
let ahead = Date.parse(wednesday) - Date.now()
const site = await browseProduct({
  content: SiteContent.parse({ brand: { coach: 'Ana' } }),
  clock: { now: () => new Date(Date.now() + ahead) },
})

test('whoever follows a mail’s link to cancel a call finds the button for it, above the times to move it to', async () => {
  const { context, page } = await openVisitor(site.browser)
  const { slots } = await (await page.request.get(`${site.product.url}/api/calendar/slots`)).json()
  const data = { start: slots.at(-1), name: 'Cannot Come', email: 'cannot-come@example.com' }
  const headers = { origin: site.product.url }
  const booked = await page.request.post(`${site.product.url}/api/calendar/bookings`, { data, headers })
  await page.goto(`${site.product.url}/booking/${(await booked.json()).token}#cancel`)
  await comesAlive(page)
  await page.locator('.slot-time').first().waitFor()
  const cancel = page.getByRole('button', { name: 'Cancel the call' })
  const isSeen = () =>
    cancel.evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  expect(await isSeen()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await cancel.evaluate((button) => button === document.activeElement)).toBe(true)
  // In between two cells, where the browser's own page of errors would have no button.
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'That didn’t work. Please try again.' })
  await alert.waitFor()
  await expect
    .poll(() => alert.evaluate((said) => said.getBoundingClientRect().bottom <= innerHeight))
    .toBe(true)
  await context.setOffline(false)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This call is cancelled' }).waitFor()
  await context.close()
})

test('whoever comes back the next day is shown the times that are free by then', async () => {
  const { context, page } = await openVisitor(site.browser)
  await context.clock.install()
  let readings = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/calendar/slots')) readings += 1
  })
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.goto(`${site.product.url}/bookstrategy`)
  await comesAlive(page)
  const time = page.locator('.slot-time').first()
  await time.waitFor()
  const day = page.locator('.slot-title')
  const before = await day.textContent()

  // After a look at a message all is as it was.
  await page.clock.fastForward(20_000)
  await comeBack()
  expect(readings).toBe(1)

  ahead += A_DAY
  await page.clock.fastForward(A_DAY)
  await page.route('**/api/calendar/slots', (route) => route.abort())
  await comeBack()
  await expect.poll(() => readings).toBe(2)
  expect(await day.textContent()).toBe(before)
  await page.unroute('**/api/calendar/slots')
  await comeBack()
  await expect.poll(() => day.textContent()).not.toBe(before)
  expect(await page.getByRole('alert').count()).toBe(0)

  await time.click()
  await page.getByLabel('Full Name').fill('Comes Back')
  await page.getByLabel('Email Address').fill('next-day@example.com')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.waitForURL('**/callbooked?**')
  await context.close()
})

test('whoever comes back to the page of a call that was cancelled elsewhere is told so', async () => {
  const { context, page } = await openVisitor(site.browser)
  const { slots } = await (await page.request.get(`${site.product.url}/api/calendar/slots`)).json()
  const headers = { origin: site.product.url }
  const data = { start: slots.at(-2), name: 'Two Tabs', email: 'two-tabs@example.com' }
  const booked = await page.request.post(`${site.product.url}/api/calendar/bookings`, { data, headers })
  const { token } = await booked.json()
  await page.goto(`${site.product.url}/booking/${token}`)
  await comesAlive(page)
  await page.getByRole('heading', { name: 'Your call' }).waitFor()
  await page.request.post(`${site.product.url}/api/calendar/bookings/${token}/cancel`, { data: {}, headers })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('heading', { name: 'This call is cancelled' }).waitFor()
  expect(await page.getByRole('button', { name: 'Cancel the call' }).count()).toBe(0)
  await context.close()
})

test('a confirmation that is looked at again says how the call stands by then', async () => {
  const { context, page } = await openVisitor(site.browser)
  await page.goto(`${site.product.url}/bookstrategy`)
  await comesAlive(page)
  await page.locator('.slot-time').first().click()
  await page.getByLabel('Full Name').fill('Looks Again')
  await page.getByLabel('Email Address').fill('looks-again@example.com')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.waitForURL('**/callbooked?**')
  const ticket = page.locator('.ticket')
  await expect.poll(() => ticket.textContent()).toContain('looks-again@example.com')
  const manage = await page.locator('.booked-own a').last().getAttribute('href')
  const call = `${site.product.url}/api/calendar${manage?.replace('/booking/', '/bookings/')}`
  const headers = { origin: site.product.url }
  const { slots } = await (await page.request.get(`${call}/slots`)).json()
  const start = slots.at(-1)
  // By the mail's link, in another tab.
  expect((await page.request.post(`${call}/move`, { data: { start }, headers })).ok()).toBe(true)
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await lookAgain()
  const day = await page.evaluate(
    (at) => new Date(at).toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' }),
    start,
  )
  await expect.poll(() => ticket.textContent()).toContain(day)
  await page.request.post(`${call}/cancel`, { data: {}, headers })
  await lookAgain()
  await page.getByRole('heading', { level: 1, name: 'This call is cancelled' }).waitFor()
  expect(await page.getByText('Confirmed', { exact: true }).count()).toBe(0)
  await context.close()
})

test('a booking whose answer was lost is the same one after its dialog is closed and the page loaded anew', async () => {
  const { context, page } = await openVisitor(site.browser)
  await page.goto(`${site.product.url}/thankyoucall`)
  const book = async (day: number) => {
    await comesAlive(page)
    await page.locator('.book-button').click()
    await page.locator('.slot-day input').nth(day).check()
    await page.locator('.slot-time').first().click()
    await page.getByLabel('Full Name').fill('Lost Answer')
    await page.getByLabel('Email Address').fill('lost-answer@example.com')
    await page.getByRole('button', { name: 'Book this time' }).click()
  }
  const path = '**/api/calendar/bookings'
  await page.route(path, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const close = async () => {
    await page.goBack()
    await page.locator('#booking:not([open])').waitFor({ state: 'attached' })
  }
  // A look at the times alone.
  await comesAlive(page)
  await page.locator('.book-button').click()
  await close()
  await book(0)
  await page.getByRole('alert').filter({ hasText: 'That didn’t work. Please try again.' }).waitFor()
  await page.unroute(path)
  const calls = `select state from calendar_bookings where email = 'lost-answer@example.com'`
  expect(await site.product.query(calls)).toHaveLength(1)
  await close()
  await page.reload()
  await book(1)
  await page.waitForURL('**/callbooked?**')
  expect(await site.product.query(calls)).toEqual([{ state: 'booked' }])
  await context.close()
})

test.each([
  ['as in most browsers', undefined],
  [
    'where storage is forbidden',
    `for (const area of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, area, { get() { throw new DOMException('forbidden', 'SecurityError') } })`,
  ],
])(
  'a time that was picked and what was typed are there again after a reload, and go once it is booked: %s',
  async (_where, init) => {
    const { context, page } = await openVisitor(site.browser)
    if (init) await context.addInitScript(init)
    await page.goto(`${site.product.url}/bookstrategy`)
    await comesAlive(page)
    const time = page.locator('.slot-time')
    const picked = await time.nth(1).textContent()
    await time.nth(1).click()
    await page.getByLabel('Full Name').fill('Put Away')
    await page.getByLabel('What would you like to talk about').fill('A long note.')
    await page.reload()
    await comesAlive(page)
    await expect
      .poll(() => page.getByLabel('What would you like to talk about').inputValue())
      .toBe('A long note.')
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Put Away')
    expect(await page.locator('.slot-ticket').textContent()).toContain(picked)
    await page.getByLabel('Email Address').fill(`put-away-${init ? 1 : 0}@example.com`)
    await page.getByRole('button', { name: 'Book this time' }).click()
    await page.waitForURL('**/callbooked?**')
    await page.goto(`${site.product.url}/bookstrategy`)
    await comesAlive(page)
    await time.first().click()
    expect(await page.getByLabel('What would you like to talk about').inputValue()).toBe('')
    await context.close()
  },
)

test('a timezone that was chosen is there again after a reload, with the time that was picked in it', async () => {
  const { context, page } = await openVisitor(site.browser)
  await page.goto(`${site.product.url}/bookstrategy`)
  await comesAlive(page)
  const choice = page.getByLabel('Times shown in')
  await choice.selectOption('Pacific/Auckland')
  await page.locator('.slot-day input').nth(1).check()
  await page.locator('.slot-time').first().click()
  const ticket = page.locator('.slot-ticket')
  const picked = await ticket.textContent()
  expect(picked).toContain('Pacific/Auckland')
  await page.reload()
  await comesAlive(page)
  await expect.poll(() => ticket.textContent()).toBe(picked)
  await page.getByLabel('Full Name').fill('Far Away')
  await page.getByLabel('Email Address').fill('far-away@example.com')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.waitForURL('**/callbooked?**')
  // The mails are written in it.
  const booked = "select timezone from calendar_bookings where email = 'far-away@example.com'"
  expect(await site.product.query(booked)).toEqual([{ timezone: 'Pacific/Auckland' }])
  await context.close()
})

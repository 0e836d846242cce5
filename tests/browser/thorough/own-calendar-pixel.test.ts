// A sample of it is in tests/browser/pixel.test.ts.
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive } from '#support/chromium.ts'
import { openPixelVisitor, pixelContent } from '#support/pixel-visitor.ts'

const site = await browseProduct({ content: pixelContent })

it('a call in the own calendar is reported once, and the page that moves it reports and tracks nothing', async () => {
  const { context, page, calls, loaded } = await openPixelVisitor(site.browser)
  const scheduled = () => calls.filter(([, name]) => name === 'Schedule').length
  await page.goto(`${site.product.url}/bookstrategy`)
  await comesAlive(page)
  await page.locator('.slot-time').first().click()
  await page.getByLabel('Full Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill('grace@example.com')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.waitForURL('**/callbooked?**')
  await expect.poll(scheduled).toBe(1)
  await page.reload()
  await page.getByRole('heading', { name: 'Call Successfully Booked!' }).waitFor()
  const [row] = await site.product.query(`select dedupe_key from pixel_events where event_name = 'Schedule'`)
  const [booking] = await site.product.query('select uid from bookings')
  // By this key the server knows that the browser has told of this very booking.
  expect(row).toEqual({ dedupe_key: `booking ${booking?.uid}` })

  await page.getByRole('link', { name: 'Move or cancel this call' }).click()
  await page.waitForURL('**/booking/**')
  const token = page.url().split('/').at(-1) ?? ''
  const before = loaded()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.reload()
  await comesAlive(page)
  await page.locator('.slot-time').first().waitFor()
  expect(loaded()).toBe(before)
  expect(asked.filter((url) => /visitors\/|pixel|facebook|tracker/.test(url))).toEqual([])
  await page.locator('.wordmark').click()
  await page.waitForURL(`${site.product.url}/`)
  await comesAlive(page)
  await expect
    .poll(
      async () =>
        (await site.product.query(`select count(*)::int from page_views where path = '/'`))[0]?.count,
    )
    .toBe(1)
  const told = await site.product.query('select path, referrer from page_views')
  expect(JSON.stringify(told)).not.toContain(token)
  expect(scheduled()).toBe(1)
  await context.close()
})

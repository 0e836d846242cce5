import { expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, isWiderThanWindow, openVisitor } from '#support/chromium.ts'
import { clockFrom, wednesday } from '#support/clock-from.ts'

const site = await browseProduct({
  content: SiteContent.parse({ brand: { coach: 'Ana' } }),
  clock: clockFrom(wednesday),
})

async function open(path: string, size = { width: 390, height: 700 }) {
  const visit = await openVisitor(site.browser, { size })
  await visit.page.goto(site.product.url + path)
  await comesAlive(visit.page)
  await visit.page.locator('.slot-time').first().waitFor()
  return visit
}

it('the page of bookings is no wider than the smallest phones', async () => {
  const { context, page } = await open('/booking', { width: 320, height: 568 })
  expect(await isWiderThanWindow(page)).toBe(false)
  await context.close()
})

import type { Locator, Page } from 'playwright-core'
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

/** Whether something stands whole in the window, as far as the thumb has scrolled. */
const isSeen = (thing: Locator) =>
  thing.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

/** Presses a time as a thumb does, which has brought it to the middle of the window. */
async function pickATime(page: Page): Promise<void> {
  const time = page.locator('.slot-time').last()
  await time.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await time.click()
}

it('the page of bookings is no wider than the smallest phones', async () => {
  const { context, page } = await open('/booking', { width: 320, height: 568 })
  expect(await isWiderThanWindow(page)).toBe(false)
  await context.close()
})

it.each([
  ['/bookstrategy', 640],
  ['/thankyoucall', 568],
])('whoever picks a time on %s sees which it is, and the first field', async (path, height) => {
  const { context, page } = await openVisitor(site.browser, { size: { width: 320, height } })
  await page.goto(site.product.url + path)
  await comesAlive(page)
  if (path === '/thankyoucall') await page.locator('.book-button').click()
  await page.locator('.slot-time').first().waitFor()
  await pickATime(page)
  const name = page.getByLabel('Full Name')
  await name.waitFor()
  await expect.poll(() => isSeen(page.locator('.slot-ticket'))).toBe(true)
  expect(await isSeen(name)).toBe(true)
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
  await context.close()
})

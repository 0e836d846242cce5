import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { brokenWords } from '#support/broken-words.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, isWiderThanWindow, openVisitor } from '#support/chromium.ts'
import { clockFrom, wednesday } from '#support/clock-from.ts'
import { openPixelVisitor } from '#support/pixel-visitor.ts'
import { shareOf, thoroughTest } from '#support/share-of.ts'

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

thoroughTest('the page of bookings is no wider than the smallest phones', async () => {
  const { context, page } = await open('/booking', { width: 320, height: 568 })
  expect(await isWiderThanWindow(page)).toBe(false)
  await context.close()
})

test.each(shareOf(['/bookstrategy', '/booking']))(
  'the days on %s are read on a phone that shows everything twice as large',
  async (path) => {
    const { context, page } = await open(path, { width: 195, height: 422 })
    await page.evaluate(() => document.fonts.ready)
    const days = await page.locator('.slot-grid b').count()
    expect(days).toBeGreaterThan(13)
    for (let day = 0; day < days; day += 1)
      expect(await brokenWords(page, `.slot-grid b >> nth=${day}`)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    // And where the letters alone are, as inside apps that follow the system's size.
    await page.setViewportSize({ width: 320, height: 640 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const cramped = await page.locator('.slot-grid b').evaluateAll((numbers) =>
      numbers
        .filter((number) => {
          const { width, height } = number.getBoundingClientRect()
          const lineHeight = Number.parseFloat(getComputedStyle(number).lineHeight)
          return height > 1.5 * lineHeight || width > (number.parentElement?.clientWidth ?? 0)
        })
        .map(({ textContent }) => textContent),
    )
    expect(cramped).toEqual([])
    await context.close()
  },
)

test.each(
  shareOf([
    ['/bookstrategy', 640],
    ['/thankyoucall', 568],
  ] as const),
)('whoever picks a time on %s sees which it is, and the first field', async (path, height) => {
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

thoroughTest(
  'whoever presses where the booking cannot be sent is told so where they look, and nothing moves',
  async () => {
    const { context, page } = await open('/bookstrategy')
    await pickATime(page)
    await page.getByLabel('Full Name').fill('Grace Okafor')
    await page.getByLabel('Email Address').fill('unsent@example.com')
    const book = page.getByRole('button', { name: 'Book this time' })
    await book.scrollIntoViewIfNeeded()
    const before = await book.boundingBox()
    await page.route('**/api/calendar/bookings', (route) => route.abort())
    await book.click()
    const alert = page.getByRole('alert').filter({ hasText: 'That didn’t work. Please try again.' })
    await alert.waitFor()
    await expect.poll(() => isSeen(alert)).toBe(true)
    expect((await book.boundingBox())?.height).toBe(before?.height)
    expect(await isSeen(book)).toBe(true)
    await page.unroute('**/api/calendar/bookings')
    // A busy server may say so once more; then the same is pressed again.
    await expect
      .poll(async () => {
        await book.click({ timeout: 2000 }).catch(() => {})
        return page.url()
      })
      .toContain('/callbooked')
    await context.close()
  },
)

test('what went wrong, and the button that has the focus, stand clear of the question about cookies', async () => {
  const { context, page } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Berlin' })
  await page.goto(`${site.product.url}/bookstrategy`)
  await comesAlive(page)
  const bar = page.getByRole('region', { name: 'Cookie choices' })
  await bar.waitFor()
  const isClear = async (thing: Locator) => {
    const [box, covered] = await Promise.all([thing.boundingBox(), bar.boundingBox()])
    return box !== null && covered !== null && box.y >= 0 && box.y + box.height <= covered.y
  }
  await pickATime(page)
  await page.getByLabel('Full Name').fill('Grace Okafor')
  const book = page.getByRole('button', { name: 'Book this time' })
  for (let tabs = 0; tabs < 4; tabs += 1) await page.keyboard.press('Tab')
  expect(await book.evaluate((button) => button === document.activeElement)).toBe(true)
  await expect.poll(() => isClear(book)).toBe(true)
  await page.getByLabel('Email Address').fill('under-a-bar@example.com')
  await page.route('**/api/calendar/bookings', (route) => route.abort())
  await book.click()
  const alert = page.getByRole('alert').filter({ hasText: 'That didn’t work. Please try again.' })
  await alert.waitFor()
  await expect.poll(() => isClear(alert)).toBe(true)
  await context.close()
})

thoroughTest('whoever moves a call where that fails is told so where they look', async () => {
  const { context, page } = await open('/bookstrategy')
  await pickATime(page)
  await page.getByLabel('Full Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill('moves@example.com')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByRole('link', { name: 'Move or cancel this call' }).click()
  await comesAlive(page)
  await page.locator('.slot-day input').nth(2).check()
  await page.route('**/move', (route) => route.abort())
  await pickATime(page)
  const alert = page.getByRole('alert').filter({ hasText: 'That didn’t work. Please try again.' })
  await alert.waitFor()
  await expect.poll(() => isSeen(alert)).toBe(true)
  await context.close()
})

thoroughTest(
  'where no mail can be sent no invitation is named: the link to move the call stands there',
  async () => {
    const { context, page } = await open('/bookstrategy')
    await pickATime(page)
    await page.getByLabel('Full Name').fill('Grace Okafor')
    await page.getByLabel('Email Address').fill('unmailed@example.com')
    await page.getByRole('button', { name: 'Book this time' }).click()
    await page.getByRole('link', { name: 'Move or cancel this call' }).waitFor()
    expect(await page.getByText(/calendar invitation/).count()).toBe(0)
    await context.close()
  },
)

thoroughTest('a time that a call is being moved to shows that it was felt', async () => {
  const { context, page } = await open('/bookstrategy')
  await pickATime(page)
  await page.getByLabel('Full Name').fill('Grace Okafor')
  await page.getByLabel('Email Address').fill('slowly@example.com')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByRole('link', { name: 'Move or cancel this call' }).click()
  await comesAlive(page)
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/move', async (route) => {
    await held
    await route.continue()
  })
  const time = page.locator('.slot-time').first()
  await time.click()
  expect(await time.getAttribute('aria-busy')).toBe('true')
  expect(await time.evaluate((button) => Number(getComputedStyle(button).opacity))).toBeLessThan(0.8)
  letGo()
  await page.getByRole('heading', { name: 'Your call has been moved' }).waitFor()
  expect(await page.locator('[aria-busy]').count()).toBe(0)
  await context.close()
})

// A sample of it is in tests/browser/dashboard.test.ts.
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { type OwnerDashboard, openDashboard } from '#support/owner-dashboard.ts'

const { product, browser } = await browseProduct({
  content: SiteContent.parse({ brand: { coach: 'Ana', email: 'help@coach.example' } }),
})
let opened: OwnerDashboard
beforeAll(async () => {
  opened = await openDashboard(browser, product.url, { size: { width: 390, height: 844 } })
  await opened.page.emulateMedia({ colorScheme: 'dark' })
})
afterAll(() => opened?.context.close())

/** How light the ground of an element is as it is painted, 0 to 1. */
const lightness = (element: Locator): Promise<number> =>
  element.evaluate((one) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) throw new Error('There is no canvas.')
    canvas.fillStyle = getComputedStyle(one).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    const linear = (part: number) => (part / 255) ** 2.2
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  })

it('shows how much of a disk is free beside how much is used', async () => {
  const { page } = opened
  await page.goto(`${product.url}/analytics?tab=status`)
  const track = page
    .getByRole('region', { name: 'Disk space' })
    .locator('[aria-hidden=true]:has(> div)')
    .first()
  await track.waitFor()
  const [ground, free] = [await lightness(page.locator('body')), await lightness(track)]
  expect((free + 0.05) / (ground + 0.05)).toBeGreaterThan(1.3)
})

it('shows a mail with its subject in one tone', async () => {
  const { page } = opened
  await page.goto(`${product.url}/analytics?tab=site&page=mails&part=preview`)
  const subject = page.frameLocator('iframe').first().locator('body > p').first()
  await subject.waitFor()
  expect(await lightness(subject)).toBeLessThan(0.1)
})

it('shows whole what a rule is for', async () => {
  const { page } = opened
  await page.goto(`${product.url}/analytics?tab=autotags`)
  const rules = page.getByRole('list', { name: 'Rules' })
  await rules.getByText(/^A thank-you page/).waitFor()
  const cut = await rules
    .locator('p')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
    )
  expect(cut).toEqual([])
})

it('keeps the lines of a sentence together whose last words can be pressed', async () => {
  const { page } = opened
  await page.goto(`${product.url}/analytics?tab=ads&part=spend`)
  const sentence = page.getByText(/^For any other platform, use our template/)
  await sentence.waitFor()
  const lines = await sentence.evaluate(
    (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
  )
  expect(lines).toBeLessThan(2.5)
})

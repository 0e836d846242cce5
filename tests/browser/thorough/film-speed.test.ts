// A sample of it is in tests/browser/training-video.test.ts.
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'

const site = await browseProduct()

it('the speed of a film can be chosen by a thumb, and no phone zooms in on it', async () => {
  const { context, page } = await openVisitor(site.browser)
  await page.goto(`${site.product.url}/freetraining2`)
  await comesAlive(page)
  const found = await page.getByLabel('Speed').evaluate((select) => ({
    letters: Number.parseFloat(getComputedStyle(select).fontSize),
    height: select.getBoundingClientRect().height,
  }))
  expect(found.letters).toBeGreaterThanOrEqual(16)
  expect(found.height).toBeGreaterThanOrEqual(44)
  await context.close()
})

it('the speed that is chosen in the browser’s own player is the one that stands below the film', async () => {
  const { context, page } = await openVisitor(site.browser)
  await page.goto(`${site.product.url}/freetraining2`)
  await comesAlive(page)
  const speed = page.getByLabel('Speed')
  const inThePlayer = (rate: number) =>
    page.locator('video.film').evaluate((film: HTMLVideoElement, rate) => {
      film.playbackRate = rate
    }, rate)
  await inThePlayer(2)
  await expect.poll(() => speed.inputValue()).toBe('2')
  // Some players go slower than ours is chosen.
  await inThePlayer(0.5)
  await expect.poll(() => speed.inputValue()).toBe('0.5')
  // And back, which was no change as long as 1 stood there all the time.
  await speed.selectOption('1')
  expect(await page.locator('video.film').evaluate((film: HTMLVideoElement) => film.playbackRate)).toBe(1)
  await context.close()
})

// A sample of it is in tests/browser/training-failures.test.ts.
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'
import { stopClock } from '#support/training-site.ts'

const site = await browseProduct()

it('a film that comes slowly is waited for as long as it comes, and given up where nothing does', async () => {
  const { context, page } = await openVisitor(site.browser)
  // What arrives of it is told below.
  await page.route(
    ({ pathname }) => /\.(mp4|webm)$|^\/films\//.test(pathname),
    () => {},
  )
  await page.clock.install({ time: new Date('2026-11-22T10:00:00Z') })
  await page.goto(`${site.product.url}/freetraining2`)
  await comesAlive(page)
  // A slow machine would let more of the page's time go by than is let go by here.
  await stopClock(page)
  const sign = page.locator('.play')
  const isBusy = () => sign.getAttribute('aria-busy')
  const failure = page.getByText('The video did not load.')
  await sign.click()
  await expect.poll(isBusy).toBe('true')
  for (const part of [1, 2, 3]) {
    await page.clock.runFor(10_000)
    await page.locator('video.film').dispatchEvent('progress')
    expect(await failure.count(), `part ${part}`).toBe(0)
    expect(await isBusy(), `part ${part}`).toBe('true')
  }
  await page.clock.runFor(15_100)
  await failure.waitFor()
  expect(await isBusy()).toBe(null)
  await context.close()
})

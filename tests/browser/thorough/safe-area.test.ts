// A sample of it is in tests/browser/every-page.test.ts.
import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'

const site = await browseProduct()
const NOTCH = 59

/** Holds the phone sideways, with its notch on one side, and waits until the page has heard of it. */
async function holdSideways(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: NOTCH, right: NOTCH, bottom: 21 },
  })
  await page.waitForFunction((notch) => {
    const probe = document.createElement('div')
    probe.style.paddingLeft = 'env(safe-area-inset-left)'
    document.body.append(probe)
    const { paddingLeft } = getComputedStyle(probe)
    probe.remove()
    return paddingLeft === `${notch}px`
  }, NOTCH)
}

it.each(['/freetraining', '/', '/trainingportal', '/meme', '/builder', '/bookstrategy', '/apply'])(
  '%s keeps clear of the notch of a phone that is held sideways',
  async (path) => {
    const { context, page } = await openVisitor(site.browser, { size: { width: 852, height: 393 } })
    await page.goto(site.product.url + path)
    await comesAlive(page)
    await holdSideways(context, page)
    const under = await page.locator('h1, p, .button, .foot-links a, .ad-choices button').evaluateAll(
      (all, notch) =>
        all
          .filter(
            (one) => !one.closest('dialog:not([open]), [hidden], .unseen') && one.getClientRects().length > 0,
          )
          .filter((one) => {
            const { left, right } = one.getBoundingClientRect()
            return left < notch || right > innerWidth - notch
          })
          .map((one) => one.textContent?.slice(0, 40)),
      NOTCH,
    )
    expect(under).toEqual([])
    await context.close()
  },
)

it('a dialog over the whole of a phone that is held sideways keeps its close button clear of the notch', async () => {
  const { context, page } = await openVisitor(site.browser, { size: { width: 852, height: 393 } })
  await page.goto(`${site.product.url}/thankyoucall`)
  await comesAlive(page)
  await holdSideways(context, page)
  await page.locator('.book-button').click()
  await page.locator('#booking .slot-time').first().waitFor()
  const { x = 0, width = 0 } = (await page.locator('.frame-dialog-close').boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(852 - NOTCH)
  const day = await page.locator('#booking .slot-length').boundingBox()
  expect(day?.x).toBeGreaterThanOrEqual(NOTCH)
  await context.close()
})

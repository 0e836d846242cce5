import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, holdAsset } from '#support/chromium.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import { becomeLead, openTrainee, play, trainingContent } from '#support/training-site.ts'

const site = await browseProduct({ content: trainingContent })

describe('a video page', () => {
  ordinaryTest(
    'that is returned to as it was left shows its dialog closed and its video unlocked',
    async () => {
      const { context, page, problems } = await openTrainee(site.browser)
      await page.goto(`${site.product.url}/freetrainingc`)
      await comesAlive(page)
      await page.locator('.play').click()
      await page.locator('#access:modal').waitFor()
      // The details are given meanwhile, and Back returns to the page as the browser kept it.
      await becomeLead(context, site.product.url, 'returned@example.com')
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
      await page.locator('#access:modal').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Play the training video' }).waitFor()
      await play(page)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest('keeps a press of its play sign until React is there', async () => {
    const { context, page } = await openTrainee(site.browser)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/react-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${site.product.url}/freetraining`)
    await page.locator('.play').click()
    expect(await page.locator('.play').getAttribute('aria-busy')).toBe('true')
    release()
    await page.locator('wistia-player', { hasText: 'playing' }).waitFor()
    await context.close()
  })

  ordinaryTest('goes on keeping it where a blocker takes away another part of the page', async () => {
    const { context, page } = await openTrainee(site.browser)
    const come = await holdAsset(context, 'training')
    await context.route('**/assets/consent-*.js', (route) => route.abort())
    await page.goto(`${site.product.url}/freetraining`)
    const isMissed = page.waitForEvent('console', (said) => said.text().includes('A part of this page stays'))
    await page.locator('.play').click()
    await isMissed
    come()
    await page.locator('wistia-player', { hasText: 'playing' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/freetraining')
    await context.close()
  })

  ordinaryTest(
    'leads to the host’s own page of the video where React does not load, and without scripts plays in a frame',
    async () => {
      const { context, page } = await openTrainee(site.browser)
      await context.route('https://fast.wistia.net/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>The film</h1>' }),
      )
      await page.route('**/assets/react-*.js', (route) => route.abort())
      await page.goto(`${site.product.url}/freetraining`)
      await page.locator('.play').click()
      await page.getByRole('heading', { name: 'The film' }).waitFor()
      expect(page.url()).toBe('https://fast.wistia.net/embed/iframe/abcde12345')
      await context.close()

      const plain = await openTrainee(site.browser, { javaScript: false })
      await plain.context.route('https://fast.wistia.net/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>The film</h1>' }),
      )
      await plain.page.goto(`${site.product.url}/freetraining`)
      await plain.page.frameLocator('.screen iframe').getByRole('heading', { name: 'The film' }).click()
      await plain.context.close()
    },
  )

  it.each(shareOf([320, 360, 390, 430]))('counts down on one line at %i px', async (width) => {
    const { context, page } = await openTrainee(site.browser, { size: { width, height: 700 } })
    await page.goto(`${site.product.url}/freetraining`)
    await comesAlive(page)
    await page.clock.fastForward(31_000)
    const clock = page.getByRole('timer')
    const { height, size } = await clock.evaluate((text) => ({
      height: text.getBoundingClientRect().height,
      size: Number.parseFloat(getComputedStyle(text).fontSize),
    }))
    expect(height).toBeLessThan(size * 1.5)
    const { right } = await clock.evaluate((text) => text.getBoundingClientRect())
    expect(right).toBeLessThanOrEqual(width - 20)
    await context.close()
  })

  thoroughTest('closes its application by Back, and stays', async () => {
    const { context, page } = await openTrainee(site.browser)
    await context.route('https://form.typeform.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>The form</h1>' }),
    )
    await page.goto(`${site.product.url}/freetraining`)
    await comesAlive(page)
    await page.clock.fastForward(856_000)
    const apply = page.getByRole('link', { name: 'Apply For The Program Now' })
    await apply.click()
    await page.locator('#application:modal').waitFor()
    await page.goBack()
    await page.locator('#application:modal').waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${site.product.url}/freetraining`)
    expect(await apply.evaluate((link) => link === document.activeElement)).toBe(true)
    await context.close()
  })
})

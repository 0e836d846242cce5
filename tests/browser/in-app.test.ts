import { describe, expect } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { accessibilityProblems, isWiderThanWindow, openVisitor } from '#support/chromium.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { stopClock } from '#support/training-site.ts'

const { product, browser } = await browseProduct()

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/468.0;]'

describe('inside an app’s own browser', () => {
  ordinaryTest('a link that asks for a new tab opens in this one; elsewhere it opens a tab', async () => {
    const inApp = await openVisitor(browser)
    await inApp.page.goto(`${product.url}/freetraining`)
    await inApp.page.getByRole('link', { name: 'Terms of Service' }).click()
    await inApp.page.waitForURL('**/terms')
    expect(inApp.context.pages()).toHaveLength(1)
    await inApp.context.close()

    const outside = await openVisitor(browser, { userAgent: safari })
    await outside.page.goto(`${product.url}/freetraining`)
    await outside.page.getByRole('link', { name: 'Terms of Service' }).click()
    await expect.poll(() => outside.context.pages().length).toBe(2)
    await outside.context.close()
  })

  ordinaryTest(
    'the help gives a link that goes on in the real browser: the form is filled there, the advert is kept',
    async () => {
      const { context, page, problems } = await openVisitor(browser, { size: { width: 320, height: 640 } })
      await page.clock.install()
      await page.goto(`${product.url}/freetraining?utm_source=ig&utm_campaign=spring`)
      await expect
        .poll(async () => (await context.cookies()).map((cookie) => cookie.name))
        .toContain('leadline_visitor')
      // After five seconds the page gives the plain address in place of a link that has not come.
      await stopClock(page)
      await page.getByRole('link', { name: 'Open in your browser' }).first().click()
      const help = page.getByRole('dialog', { name: 'Open in your browser' })
      const field = help.getByRole('textbox')
      await expect.poll(() => field.inputValue()).toContain('/h/')
      await page.clock.resume()
      expect(await help.getByText('On an iPhone or iPad').isVisible()).toBe(true)
      expect(await help.getByText('On an Android phone').isVisible()).toBe(false)
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      await help.getByRole('button', { name: 'Copy the link' }).click()
      await help.getByText('Copied. The link works once and expires in 30 minutes.').waitFor()
      const link = await field.inputValue()
      const visitorOf = async (from: typeof context) =>
        (await from.cookies()).find((cookie) => cookie.name === 'leadline_visitor')?.value
      const real = await openVisitor(browser, { userAgent: safari })
      await real.page.goto(link)
      expect(real.page.url()).toBe(`${product.url}/freetraining`)
      expect(await visitorOf(real.context)).toMatch(/./)
      expect(await visitorOf(real.context)).not.toBe(await visitorOf(context))
      const details = {
        name: 'Ada Kern',
        email: 'app@example.com',
        phone: '202-555-0143',
        page: '/freetraining',
      }
      const sent = await real.context.request.post(`${product.url}/api/capture-lead`, {
        ...{ data: details, headers: { origin: product.url } },
      })
      expect(sent.status()).toBe(200)
      expect(
        await product.query("select first_touch from leads where email = 'app@example.com'"),
      ).toMatchObject([{ first_touch: { utm_source: 'ig', utm_campaign: 'spring' } }])
      await help.getByRole('button', { name: 'Stay here' }).click()
      await help.waitFor({ state: 'hidden' })
      expect(problems).toEqual([])
      await context.close()
      await real.context.close()
    },
  )

  thoroughTest(
    'an Android phone gets its own steps, and the plain address where the server does not answer',
    async () => {
      const { context, page } = await openVisitor(browser, { userAgent: android })
      await page.route('**/api/visitors/hand-off', (route) => route.abort())
      await page.goto(`${product.url}/trainingportal`)
      await page.getByRole('link', { name: 'Open in your browser' }).first().click()
      const help = page.getByRole('dialog', { name: 'Open in your browser' })
      await expect.poll(() => help.getByRole('textbox').inputValue()).toBe(`${product.url}/trainingportal`)
      expect(await help.getByText('On an Android phone').isVisible()).toBe(true)
      expect(await help.getByText('On an iPhone or iPad').isVisible()).toBe(false)
      await context.close()
    },
  )

  thoroughTest('the plain address is there to copy while the server does not answer', async () => {
    const { context, page } = await openVisitor(browser)
    await page.clock.install()
    // No request is ever given up here, so that only what does not wait for it can come.
    await context.addInitScript(() => {
      AbortController.prototype.abort = () => {}
    })
    await page.route('**/api/visitors/hand-off', () => {})
    await page.goto(`${product.url}/trainingportal`)
    await page.getByRole('link', { name: 'Open in your browser' }).first().click()
    await page.locator('#open-outside:modal').waitFor()
    await page.clock.runFor(5000)
    const help = page.getByRole('dialog', { name: 'Open in your browser' })
    await expect.poll(() => help.getByRole('textbox').inputValue()).toBe(`${product.url}/trainingportal`)
    await expect.poll(() => help.getByRole('button', { name: 'Copy the link' }).isEnabled()).toBe(true)
    await context.close()
  })

  thoroughTest('the plain address has the advert that brought the visitor, also pages later', async () => {
    const { context, page } = await openVisitor(browser)
    await page.route('**/api/visitors/hand-off', (route) => route.abort())
    await page.goto(`${product.url}/meme?utm_source=ig&utm_campaign=spring&email=ada%40example.com`)
    await expect
      .poll(async () => (await context.cookies()).map((cookie) => cookie.name))
      .toContain('leadline_visitor')
    await page.goto(`${product.url}/freetraining`)
    await page.getByRole('link', { name: 'Open in your browser' }).first().click()
    const field = page.getByRole('dialog', { name: 'Open in your browser' }).getByRole('textbox')
    const address = `${product.url}/freetraining?utm_source=ig&utm_campaign=spring`
    await expect.poll(() => field.inputValue()).toBe(address)
    await context.close()
  })

  thoroughTest('that forbids pages to change their address leads on whoever sent a form', async () => {
    const { context, page, problems } = await openVisitor(browser)
    await context.addInitScript(() => {
      const forbid = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      Object.assign(history, { pushState: forbid, replaceState: forbid })
    })
    await page.goto(`${product.url}/meme`)
    await page.locator('#access form[novalidate]').waitFor({ state: 'attached' })
    const sheet = page.locator('#access')
    for (const isFirst of [true, false]) {
      await page.locator('a[href="#access"]').filter({ visible: true }).first().click()
      await sheet.getByLabel('Full Name').waitFor()
      if (!isFirst) break
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'hidden' })
    }
    await sheet.getByLabel('Full Name').fill('Ada Kern')
    await sheet.getByLabel('Email Address').fill('forbids@example.com')
    await sheet.getByLabel('Phone Number').fill('(202) 555-0143')
    await sheet.locator('button[type=submit]').click()
    await page.waitForURL('**/freetraining')
    expect(problems).toEqual([])
    await context.close()
  })

  ordinaryTest('is not offered in a real browser', async () => {
    const { context, page } = await openVisitor(browser, { userAgent: safari })
    await page.goto(`${product.url}/freetraining`)
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('link', { name: 'Open in your browser' }).count()).toBe(0)
    await context.close()
  })
})

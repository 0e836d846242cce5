import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createGoHighLevel } from '#server/integrations/vendors/gohighlevel/gohighlevel.ts'
import { accessibilityProblems, isWiderThanWindow, openChromium, openVisitor } from '#support/chromium.ts'
import { startCrmServer } from '#support/crm-server.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

const token = 'pit-test-token'
const locationId = 'location-1'
let crm: Awaited<ReturnType<typeof startCrmServer>>
let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  crm = await startCrmServer({ token, locationId })
  product = await runProduct({ crm: createGoHighLevel({ baseUrl: crm.url, token, locationId }) })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
  await crm?.stop()
})

const ad = 'utm_source=instagram&utm_campaign=spring&utm_ad=dog-groomer&fbclid=AbC-123_x'

describe('from the ad to the dashboard', () => {
  ordinaryTest(
    'a person on a phone leaves their details, and the owner sees the lead with its ad, tags and delivery',
    async () => {
      const { context, page, problems } = await openVisitor(browser, { size: { width: 360, height: 740 } })
      await page.goto(`${product.url}/?${ad}`)
      await page.getByRole('link', { name: 'Watch the free training' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Full Name').fill('Grace Okonkwo')
      await dialog.getByLabel('Email Address').fill('Grace@Example.com')
      await dialog.getByLabel('Phone Number').fill('(202) 555-0143')
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      // Faster than any person would be held back as spam.
      await page.waitForTimeout(1000)
      await dialog.getByRole('button', { name: 'Get Instant Access' }).click()
      await page.waitForURL(`${product.url}/freetraining*`)
      expect(problems).toEqual([])
      await context.close()

      await expect
        .poll(() => crm.contacts().map((contact) => [contact.email, contact.tags]))
        .toEqual([['grace@example.com', ['vh01 - lead']]])

      const desk = await openVisitor(browser, { size: { width: 1280, height: 800 } })
      await desk.page.goto(`${product.url}/analytics`)
      await desk.page.getByPlaceholder('Enter access code').fill(ownerPassword)
      await desk.page.getByRole('button', { name: 'Access Dashboard' }).click()
      await desk.page
        .getByRole('tab', { name: /Leads/ })
        .or(desk.page.getByRole('link', { name: /^Leads/ }))
        .first()
        .click()
      const row = desk.page.getByText('Grace Okonkwo').first()
      await row.waitFor()
      await expect.poll(() => desk.page.locator('main').textContent()).toMatch(/instagram/i)
      expect(await desk.page.locator('main').textContent()).toContain('grace@example.com')
      expect(await accessibilityProblems(desk.page)).toEqual([])
      await row.click()
      const person = desk.page.getByRole('dialog', { name: 'Grace Okonkwo' })
      await person.getByText('VH01 - Lead').first().waitFor()
      expect(await accessibilityProblems(desk.page)).toEqual([])
      expect(desk.problems).toEqual([])
      await desk.context.close()
    },
  )

  ordinaryTest(
    'works with JavaScript off: a wrong field comes back with what was typed, a right form leads on',
    async () => {
      const { context, page } = await openVisitor(browser, { javaScript: false })
      await page.goto(`${product.url}/`)
      await page.getByRole('link', { name: 'Watch the free training' }).first().click()
      await page.getByLabel('Full Name').fill('Ana-Sofía Núñez')
      // Passes the browser's own check and fails the server's.
      await page.getByLabel('Email Address').fill('ana@localhost')
      await page.getByLabel('Phone Number').fill('+34 600 000 000')
      await page.getByRole('button', { name: 'Get Instant Access' }).click()
      await page.getByText('Please enter an email address like you@example.com.').waitFor()
      expect(await page.getByLabel('Full Name').inputValue()).toBe('Ana-Sofía Núñez')
      await page.getByLabel('Email Address').fill('ana@example.com')
      await page.getByRole('button', { name: 'Get Instant Access' }).click()
      await page.waitForURL(`${product.url}/freetraining*`)
      await context.close()
      await expect.poll(() => crm.contacts().map((contact) => contact.email)).toContain('ana@example.com')
    },
  )

  ordinaryTest(
    'works with the keyboard alone: Enter opens the dialog, Escape closes it and gives the focus back',
    async () => {
      const { context, page } = await openVisitor(browser, { size: { width: 1280, height: 800 } })
      await page.goto(`${product.url}/`)
      const call = page.getByRole('link', { name: 'Watch the free training' }).first()
      await call.focus()
      await page.keyboard.press('Enter')
      const name = page.getByRole('dialog').getByLabel('Full Name')
      await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
      // A browser that is slow to finish its jump to the fragment moves the focus to the dialog as a whole.
      await page.getByRole('dialog').evaluate((dialog: HTMLElement) => dialog.focus())
      expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      expect(await call.evaluate((link) => link === document.activeElement)).toBe(true)
      await context.close()
    },
  )

  thoroughTest(
    'says what went wrong when the server cannot be reached, keeps the dialog open and takes the next try',
    async () => {
      const { context, page } = await openVisitor(browser)
      const alerts: string[] = []
      page.on('dialog', (alert) => {
        alerts.push(alert.message())
        void alert.accept()
      })
      await page.goto(`${product.url}/`)
      await page.getByRole('link', { name: 'Watch the free training' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Full Name').fill('Jo Weber')
      await dialog.getByLabel('Email Address').fill('jo@example.org')
      await dialog.getByLabel('Phone Number').fill('202-555-0188')
      await page.waitForTimeout(1000)
      await page.route('**/api/capture-lead', (route) => route.abort())
      const send = dialog.getByRole('button', { name: 'Get Instant Access' })
      await send.click()
      const sentence = 'There was an error submitting your information. Please try again.'
      await dialog.getByText(sentence).waitFor()
      expect(alerts).toEqual([sentence])
      expect(await send.isEnabled()).toBe(true)
      await page.unroute('**/api/capture-lead')
      await send.click()
      await page.waitForURL(`${product.url}/freetraining*`)
      await context.close()
    },
  )
})

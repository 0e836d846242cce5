import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { accessibilityProblems, isWiderThanWindow, openChromium, openVisitor } from '#support/chromium.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

const checkout = 'https://buy.stripe.com/test_abc'
let opening: RunningProduct
let selling: RunningProduct
let full: RunningProduct
let browser: Browser

const productWith = (offer: object) => runProduct({ content: SiteContent.parse({ builder: { offer } }) })

beforeAll(async () => {
  opening = await productWith({})
  selling = await productWith({ checkout })
  full = await productWith({ checkout, taken: 3 })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await full?.end()
  await selling?.end()
  await opening?.end()
})

describe('the upsell page', () => {
  ordinaryTest(
    'says what it costs and what is left, and every button opens the checkout in a new tab',
    async () => {
      const { context, page, problems } = await openVisitor(browser)
      await page.goto(`${selling.url}/builder?utm_source=newsletter`)
      const text = await page.locator('body').textContent()
      for (const said of [
        '1 slot left',
        '2 of 3 spots taken',
        // As it is read aloud.
        'Member price $2,497',
        'Regular price $4,997',
        '50% member discount',
        '$555 per session',
        '90-minute Friday sessions for 3 weeks (4.5 hours)',
        '21 days',
        'Week 1',
        'Week 3',
        '30-day money-back guarantee',
      ])
        expect(text).toContain(said)
      const buttons = page.getByRole('link', { name: 'Secure My Spot Now' })
      expect(await buttons.count()).toBeGreaterThanOrEqual(3)
      for (const button of await buttons.all()) {
        await expect.poll(() => button.getAttribute('href')).toBe(`${checkout}?utm_source=newsletter`)
        expect(await button.getAttribute('target')).toBe('_blank')
      }
      expect(await accessibilityProblems(page)).toEqual([])
      expect(problems).toEqual([])
      await context.close()
    },
  )

  ordinaryTest('hands the checkout the lead of this browser, and nobody else’s', async () => {
    const { context, page } = await openVisitor(browser)
    const answer = await context.request.post(`${selling.url}/api/capture-lead`, {
      data: { name: 'Mara Lind', email: 'mara+1@example.com', phone: '202-555-0143', page: '/' },
      headers: { origin: selling.url },
    })
    const { leadId } = await answer.json()
    await page.goto(`${selling.url}/builder?utm_source=newsletter`)
    const button = page.getByRole('link', { name: 'Secure My Spot Now' }).first()
    const queryOf = async () => new URL((await button.getAttribute('href')) ?? '').searchParams
    await expect.poll(async () => (await queryOf()).get('client_reference_id')).toBe(leadId)
    expect((await queryOf()).get('prefilled_email')).toBe('mara+1@example.com')
    expect((await queryOf()).get('utm_source')).toBe('newsletter')
    await context.close()
    const other = await openVisitor(browser)
    const asked = other.page.waitForResponse((response) => response.url().endsWith('/api/leads/own'))
    await other.page.goto(`${selling.url}/builder`)
    await asked
    const theirs = await other.page.locator('a[data-checkout]').first().getAttribute('href')
    expect(theirs).toBe(checkout)
    await other.context.close()
  })

  ordinaryTest(
    'takes details for the payment link while there is no checkout, and confirms them on the page',
    async () => {
      const { context, page, problems } = await openVisitor(browser)
      await page.goto(`${opening.url}/builder`)
      await page.getByRole('link', { name: 'Secure My Spot Now' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Get the payment link' })
      await dialog.getByLabel('Full Name').fill('Mara Lind')
      await dialog.getByLabel('Email Address').fill('mara@example.com')
      await dialog.getByLabel('Phone Number').fill('(202) 555-0143')
      expect(await accessibilityProblems(page)).toEqual([])
      await page.waitForTimeout(1000)
      await dialog.getByRole('button', { name: 'Send Me The Link' }).click()
      await page.getByRole('heading', { name: 'You are on the list' }).waitFor()
      const rows = await opening.query("select email from leads where email = 'mara@example.com'")
      expect(rows).toHaveLength(1)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest(
    'sells nothing once every place is taken, and offers the waiting list, without JavaScript too',
    async () => {
      const { context, page } = await openVisitor(browser, { javaScript: false })
      await page.goto(`${full.url}/builder`)
      await page.getByText('No slots left').first().waitFor()
      await page.getByText('3 of 3 spots taken').first().waitFor()
      await page.getByRole('heading', { name: 'This round is full' }).waitFor()
      expect(await page.locator(`a[href^="${checkout}"]`).count()).toBe(0)
      await page.getByRole('link', { name: 'Join The Waiting List' }).first().click()
      await page.getByLabel('Full Name').fill('Jo Weber')
      await page.getByLabel('Email Address').fill('jo@example.org')
      await page.getByLabel('Phone Number').fill('202-555-0188')
      await page.getByRole('button', { name: 'Put Me On The List' }).click()
      await page.getByRole('heading', { name: 'You are on the list' }).waitFor()
      await context.close()
    },
  )

  thoroughTest('is never wider than a small phone, and its button stays within reach', async () => {
    const { context, page } = await openVisitor(browser, { size: { width: 320, height: 640 } })
    await page.goto(`${selling.url}/builder`)
    expect(await isWiderThanWindow(page)).toBe(false)
    await page.getByRole('heading', { name: 'What it costs' }).scrollIntoViewIfNeeded()
    const place = await page.locator('.within-reach .secure').boundingBox()
    expect(place && place.y + place.height).toBeLessThanOrEqual(640)
    await context.close()
  })
})

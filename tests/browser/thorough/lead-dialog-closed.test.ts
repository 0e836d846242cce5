// A sample of it is in tests/browser/lead-dialog.test.ts.
import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'

const { product, browser } = await browseProduct()
const button = (page: Page) => page.locator('#access .access-send')
const opener = (page: Page) => page.locator('a[href="#access"]').filter({ visible: true }).first()
const capturesOf = (email: string) => product.query('select id from lead_captures where email = $1', [email])

/** A lead form that is being sent when its dialog is closed; its answer comes when `answer` says which. */
async function closeWhileSending(email: string) {
  const { context, page } = await openVisitor(browser)
  const sent: Route[] = []
  await page.route('**/api/capture-lead', (route) => void sent.push(route))
  await page.goto(`${product.url}/terms`)
  await page.goto(`${product.url}/meme`)
  await comesAlive(page)
  await opener(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full Name').fill('Ada Lovelace')
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Phone Number').fill('(202) 555-0143')
  await button(page).click()
  await expect.poll(() => sent.length).toBe(1)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => page.url()).toBe(`${product.url}/meme`)
  return { context, page, dialog, sent }
}

it('is still being sent when it is opened again, and goes out once', async () => {
  const { context, page, dialog, sent } = await closeWhileSending('again@example.com')
  await opener(page).click()
  await dialog.waitFor()
  expect(await button(page).textContent()).toBe('Submitting...')
  expect(await button(page).isDisabled()).toBe(true)
  expect(await dialog.getByLabel('Email Address').inputValue()).toBe('again@example.com')
  await sent[0]?.continue()
  await page.waitForURL(`${product.url}/freetraining*`)
  expect(sent).toHaveLength(1)
  expect(await capturesOf('again@example.com')).toHaveLength(1)
  await page.goBack()
  await page.waitForURL(`${product.url}/meme`)
  await context.close()
})

it('leads on once it is stored, and Back from there returns to its page', async () => {
  const { context, page, sent } = await closeWhileSending('closed@example.com')
  await sent[0]?.continue()
  await page.waitForURL(`${product.url}/freetraining*`)
  await page.goBack()
  await page.waitForURL(`${product.url}/meme`)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await context.close()
})

it('says that it failed, keeps what was typed, and can be sent again', async () => {
  const { context, page, dialog, sent } = await closeWhileSending('failed@example.com')
  const alerted = new Promise<string>((resolve) => {
    page.once('dialog', (alert) => {
      resolve(alert.message())
      void alert.accept()
    })
  })
  await sent[0]?.fulfill({ status: 503, json: { error: 'The service is busy.' } })
  expect(await alerted).toContain('There was an error submitting your information.')
  await opener(page).click()
  await dialog.getByRole('alert').getByText('There was an error').waitFor()
  expect(await dialog.getByLabel('Email Address').inputValue()).toBe('failed@example.com')
  await page.unroute('**/api/capture-lead')
  await button(page).click()
  await page.waitForURL(`${product.url}/freetraining*`)
  expect(await capturesOf('failed@example.com')).toHaveLength(1)
  await context.close()
})

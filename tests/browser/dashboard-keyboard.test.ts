import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { escapeDialog, expectSound, openDashboard, pressAfterG } from '#support/owner-dashboard.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await runProduct()
  const ann = product.browser()
  await ann.post('/api/visitors/page-view', { path: '/meme', title: 'A meme' })
  await ann.post('/api/capture-lead', {
    ...{ name: 'Ann Okonkwo', email: 'ann@example.com', phone: '202-555-0143', page: '/meme' },
  })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

const currentTab = (page: Page) =>
  page.getByRole('navigation', { name: 'Views' }).locator('[aria-current=page]').textContent()
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

thoroughTest('changes tabs with g and a letter, and names each letter in the help', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=visitors' })
  await page.getByRole('button', { name: 'Settings' }).focus()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  await expectSound(page)
  const lines = await help.locator('dl > div').allTextContents()
  const ways = lines.flatMap((line) => {
    const [, label, letter] = /^(.+)g([a-z])$/.exec(line) ?? []
    return label && letter ? [{ label, letter }] : []
  })
  expect(ways.length).toBe(await page.getByRole('navigation', { name: 'Views' }).locator('a').count())
  // Behind a dialog the letters mean nothing.
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await escapeDialog(page)
  expect(await currentTab(page)).toBe('Visitors')
  expect(await focused(page)).toBe('Settings')
  await page.clock.install()
  for (const { label, letter } of ways) {
    await pressAfterG(page, letter)
    await expect.poll(() => currentTab(page)).toBe(label)
  }
  await context.close()
})

ordinaryTest('finds a lead, opens it, looks at the journey and comes back', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads' })
  await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('g/l')
  const search = page.getByRole('searchbox')
  expect(await search.inputValue()).toBe('g/l')
  await page.getByText('No lead matches “g/l”').waitFor()
  await page
    .getByText('The search looks at name, email, phone, page and answers to the application')
    .waitFor()
  await page.keyboard.press('Escape')
  expect(await search.inputValue()).toBe('')
  await page.keyboard.type('okon')
  await page.waitForURL(/q=okon/)
  const row = page.getByRole('link', { name: 'Ann Okonkwo' })
  await row.waitFor()
  for (let step = 0; step < 8 && (await focused(page)) !== 'Ann Okonkwo'; step++)
    await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Ann Okonkwo')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Became a lead', { exact: true }).waitFor()
  for (let step = 0; step < 8 && (await focused(page)) !== 'Lead Details'; step++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.getByText('Lead Information').waitFor()
  await escapeDialog(page)
  expect(await focused(page)).toBe('Ann Okonkwo')
  expect(new URL(page.url()).searchParams.get('q')).toBe('okon')
  // Days that run from one that has not come to today would be others than were asked for.
  await page.getByRole('button', { name: /^Date range/ }).press('Enter')
  await page.getByRole('button', { name: 'Custom' }).press('Enter')
  await page.getByLabel('From').fill('2099-01-01')
  await page.getByText('The first day has not come yet.').waitFor()
  const show = page.getByRole('button', { name: 'Show these days' })
  expect(await show.isDisabled()).toBe(true)
  await page.getByLabel('From').press('Enter')
  expect(new URL(page.url()).searchParams.get('range')).not.toBe('custom')
  await page.getByLabel('From').fill('2026-01-01')
  await expect.poll(() => show.isEnabled()).toBe(true)
  await context.close()
})

thoroughTest('goes on from the button whose question is taken back', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=ads&part=spend' })
  await page.getByLabel('Name of the key').fill('Script')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke Script' }).press('Enter')
  await expect.poll(() => focused(page)).toBe('Keep it')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Revoke Script')

  await page.goto(`${product.url}/analytics?tab=site&page=home`)
  await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('One sentence, one app')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page.getByRole('button', { name: 'Discard changes…' }).press('Enter')
  await expect.poll(() => focused(page)).toBe('Keep them')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Discard changes…')
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.goto(`${product.url}/analytics?tab=site&page=versions`)
  await page.getByRole('button', { name: /^The original site/ }).click()
  await page.getByRole('button', { name: 'Bring this version back…' }).press('Enter')
  await expect.poll(() => focused(page)).toBe('Leave things as they are')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Bring this version back…')
  await context.close()
})

thoroughTest('goes on from where the passphrase of the backups was asked for', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads' })
  await page.getByRole('button', { name: 'Settings' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const passphrase = dialog.getByLabel('Passphrase', { exact: true })
  const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)
  await dialog.getByRole('button', { name: 'Choose a passphrase' }).press('Enter')
  await expect.poll(() => hasFocus(passphrase)).toBe(true)
  await dialog
    .locator('form')
    .filter({ has: page.getByLabel('Passphrase', { exact: true }) })
    .getByRole('button', { name: 'Cancel' })
    .press('Enter')
  await expect.poll(() => focused(page)).toBe('Choose a passphrase')
  await page.keyboard.press('Enter')
  await passphrase.fill('four random words here')
  await dialog.getByLabel('Repeat the passphrase').fill('four random words here')
  await dialog.getByLabel('The password you sign in with').fill(ownerPassword)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatch(/^The passphrase is set\./)
  await dialog.getByRole('button', { name: 'I have written it down' }).press('Enter')
  await expect.poll(() => focused(page)).toBe('Change passphrase')
  await context.close()
})

// A sample of it is in tests/browser/connections.test.ts.
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { openDashboard } from '#support/owner-dashboard.ts'

const { product, browser } = await browseProduct()

it('copies an address also where the dashboard was opened by http, and a browser gives no clipboard', async () => {
  const { page, context, problems } = await openDashboard(browser, product.url, {
    search: '?tab=connections',
  })
  // What a browser does on any host but the machine itself.
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }),
  )
  await page.reload()
  const row = page.locator('[data-vendor=cal]')
  await row.getByRole('button', { name: 'Connect Calendar' }).click()
  const form = page.getByRole('dialog')
  const address = await form.locator('code').first().textContent()
  expect(address).toMatch(/\/api\/webhooks\/cal$/)
  await form.getByRole('button', { name: 'Copy the address for Calendar' }).click()
  await form.getByRole('button', { name: 'the address for Calendar copied' }).waitFor()
  await form.getByLabel('Secret', { exact: true }).focus()
  await page.keyboard.press('Control+V')
  expect(await form.getByLabel('Secret', { exact: true }).inputValue()).toBe(address)

  // A browser that refuses that, too: the address is selected, and the coach reads what to do.
  await page.evaluate(() => {
    document.execCommand = () => false
  })
  await form.getByRole('button', { name: 'Copy the address for Calendar' }).click()
  await form.getByText('It is selected: copy it yourself.').waitFor()
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(address)
  expect(problems).toEqual([])
  await context.close()
})

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, holdAsset, openVisitor } from '#support/chromium.ts'
import { openDashboard } from '#support/owner-dashboard.ts'
import { translatePage } from '#support/page-translator.ts'
import { sendJson } from '#support/send-json.ts'
import { shareOf } from '#support/share-of.ts'

const { product, browser } = await browseProduct()
const owner = await product.owner()
for (const name of ['First rule', 'Second rule'])
  await sendJson(owner, 'POST', '/api/auto-tags/rules', {
    ...{ name, description: '', tagName: name, trigger: 'lead_captured', conditions: {} },
  })

/** What is read on a translated page, without the translator's marks. */
const words = (page: Page, place: string) =>
  page
    .locator(place)
    .textContent()
    .then((text) => text?.replace(/[«»]/g, ''))

describe.each(shareOf(['takes texts out', 'moves texts'] as const))('where a translator %s', (way) => {
  it('the dashboard goes on: what it says comes, changes and goes', async () => {
    const { page, context, problems } = await openDashboard(browser, product.url, { search: '?tab=autotags' })
    const log = page.getByLabel('Show the log of')
    await log.waitFor()
    await translatePage(page, way)
    await page.getByText('«Activity log»').waitFor()
    for (const name of ['First rule', 'Second rule', 'First rule']) {
      await log.selectOption({ label: `«${name}»` })
      await expect.poll(() => words(page, '#activity-log')).toBe(`Activity log: ${name}`)
      // The translator has been here again.
      await expect.poll(() => page.locator('#activity-log > font').count()).toBe(2)
    }
    await log.selectOption('')
    await expect.poll(() => words(page, '#activity-log')).toBe('Activity log')
    expect(problems).toEqual([])
    await context.close()
  })

  it('a form that could not be sent is sent again, and says only what is true', async () => {
    const { page, context, problems } = await openVisitor(browser)
    page.on('dialog', (alert) => void alert.accept())
    await page.goto(`${product.url}/meme`)
    await comesAlive(page)
    await page.route('**/api/capture-lead', (route) => route.abort())
    await page.locator('a[href="#access"]').filter({ visible: true }).first().click()
    const sheet = page.locator('#access')
    await translatePage(page, way)
    for (const [name, value] of [
      ['name', 'Ada Lovelace'],
      ['email', 'ada@example.com'],
      ['phone', '(202) 555-0143'],
    ])
      await sheet.locator(`[name=${name}]`).fill(value ?? '')
    await sheet.locator('.access-send').click()
    await sheet.locator('.access-alert').getByText('«').waitFor()
    await page.unroute('**/api/capture-lead')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/capture-lead', async (route) => {
      await held.promise
      await route.continue()
    })
    await sheet.locator('.access-send').click()
    await expect.poll(() => words(page, '.access-alert')).toBe('')
    held.resolve()
    await page.waitForURL(`${product.url}/freetraining*`)
    expect(problems).toEqual([])
    await context.close()
  })
})

it.each(shareOf(['moves texts', 'takes texts out'] as const))(
  'a page that is translated before it comes to life keeps what was typed, where a translator %s',
  async (way) => {
    const { page, context, problems } = await openVisitor(browser)
    const come = await holdAsset(context, 'react')
    await page.goto(`${product.url}/meme#access`)
    await translatePage(page, way)
    const name = page.locator('#lead-name')
    await name.pressSequentially('Ada')
    come()
    await comesAlive(page)
    await page.keyboard.type(' Lovelace')
    expect(await name.inputValue()).toBe('Ada Lovelace')
    expect(problems).toEqual([])
    await context.close()
  },
)

import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { openDashboard, windows } from '#support/owner-dashboard.ts'

const { product, browser } = await browseProduct()
const visitor = product.browser()
await visitor.post('/api/visitors/page-view', { path: '/meme' })
const [, [, phone]] = windows

/** Chooses as a finger does, and says what the control shows before anything else can be drawn. */
const shownAfter = (control: Locator, chosen: 'a press' | string) =>
  control.evaluate(async (element, chosen) => {
    if (element instanceof HTMLInputElement) element.click()
    else if (element instanceof HTMLSelectElement) {
      element.value = chosen
      element.dispatchEvent(new Event('change', { bubbles: true }))
    }
    // What follows in the same task is over before anything is drawn.
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
    return element instanceof HTMLInputElement
      ? element.checked
      : element instanceof HTMLSelectElement && element.value
  }, chosen)

describe('what is chosen stands there at once, however long what it leads to takes', () => {
  it('who is not counted, and the order of the list', async () => {
    const { page, context } = await openDashboard(browser, product.url, {
      search: '?tab=visitors&range=all',
      size: phone,
    })
    const order = page.getByLabel('Sort by')
    await order.waitFor()
    expect(await shownAfter(order, '-views')).toBe('-views')
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('-views')
    const hidden = page.getByRole('switch', { name: /not counted/ })
    expect(await shownAfter(hidden, 'a press')).toBe(true)
    await expect.poll(() => page.url()).toContain('hidden')
    expect(await hidden.isChecked()).toBe(true)
    // The address goes back, and so do they.
    await page.goBack()
    await expect.poll(() => hidden.isChecked()).toBe(false)
    await page.goBack()
    await expect.poll(() => order.inputValue()).toBe('')
    await context.close()
  })

  it('the rule whose log is shown, and the timezone', async () => {
    const { page, context } = await openDashboard(browser, product.url, { search: '?tab=autotags' })
    const rule = page.getByLabel('Show the log of')
    const first = await rule.locator('option').nth(1).getAttribute('value')
    expect(first).toBeTruthy()
    expect(await shownAfter(rule, first ?? '')).toBe(first)
    await page.getByRole('button', { name: 'Settings' }).click()
    const timezone = page.getByRole('dialog', { name: 'Settings' }).getByLabel('Timezone')
    await timezone.waitFor()
    expect(await shownAfter(timezone, 'UTC')).toBe('UTC')
    await context.close()
  })
})

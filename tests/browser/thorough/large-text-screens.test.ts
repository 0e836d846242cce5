// A sample of it is in tests/browser/dashboard.test.ts.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeBooking } from '#support/ad-makers.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { openVisitor } from '#support/chromium.ts'
import { openDashboard } from '#support/owner-dashboard.ts'

const { product, browser } = await browseProduct()
const size = { width: 360, height: 740 }
const visitor = product.browser()
await visitor.post('/api/visitors/page-view', { path: '/meme' })
const email = 'bartholomew.featherstonehaugh@example.com'
await visitor.post('/api/capture-lead', {
  ...{ name: 'Bartholomew Featherstonehaugh', email, phone: '+12025550143', page: '/meme' },
})
const leadId = await product.leadIdOf(email)
const DAY_MS = 86_400_000
await makeBooking(product, { leadId, at: new Date(Date.now() - DAY_MS), status: 'booked' })
await makeBooking(product, { leadId, at: new Date(Date.now() + DAY_MS), status: 'booked' })

/** By how many pixels what is on top is wider than the room it has, with letters twice as large. */
async function tooWide(page: Page): Promise<number> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  return page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.documentElement
    return Math.max(0, top.scrollWidth - top.clientWidth)
  })
}

it.each([
  ['calls without an outcome', '?tab=leads&part=outcomes', 'How did these calls go?'],
  ['booked calls and their rules', '?tab=site&page=booked-calls', 'When you can be booked'],
  ['a lead with booked calls', `?tab=leads&range=all&open=${leadId}`, 'Booked calls'],
  ['a lead’s details', `?tab=leads&range=all&view=details&open=${leadId}`, 'Lead Information'],
])('with letters twice as large a phone shows %s whole', async (_what, search, heading) => {
  const { page, context } = await openDashboard(browser, product.url, { size, search })
  await page.getByRole('heading', { name: heading }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => tooWide(page)).toBe(0)
  await context.close()
})

it('with letters twice as large a phone shows the gate whole', async () => {
  const { page, context } = await openVisitor(browser, { size })
  await page.goto(`${product.url}/analytics`)
  await page.getByRole('button', { name: 'Access Dashboard' }).waitFor()
  await expect.poll(() => tooWide(page)).toBe(0)
  await context.close()
})

// A sample of it is in tests/browser/ads.test.ts.
import { expect, it } from 'vitest'
import { makeBooking, makeSpend } from '#support/ad-makers.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { expectSound, openDashboard, windows } from '#support/owner-dashboard.ts'
import { smallTargets } from '#support/small-targets.ts'

const { product, browser } = await browseProduct()
const at = new Date()
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(at)
for (const ad of ['One', 'Two']) {
  const visitor = product.browser()
  const said = { utm_source: 'facebook', utm_medium: 'paid', utm_campaign: 'Spring', utm_ad: ad }
  await visitor.post('/api/visitors/page-view', { path: '/meme', ...said })
  const email = `${ad}@example.com`
  await visitor.post('/api/capture-lead', { name: ad, email, phone: '+12025550143', page: '/meme' })
  await makeBooking(product, { leadId: await product.leadIdOf(email.toLowerCase()), at, status: 'held' })
  await makeSpend(product, [{ day, campaign: 'Spring', ad, micros: 100_000_000 }])
}
await product.browser().post('/api/visitors/page-view', { path: '/meme', referrer: 'https://blog.example/' })

it.each(windows)('says why it is too early to compare ads, without a mouse, %s', async (_where, size) => {
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size, search: '?tab=ads&level=ad&range=all' },
  })
  const why = page.getByRole('dialog', { name: 'Why it is too early to compare' })
  const verdict = page.getByLabel('Cheapest ads')
  await verdict
    .getByRole('button', { name: /^Too early to compare: 1 so far/ })
    .first()
    .click()
  await why.getByText(/^It has fewer than ten results/).waitFor()
  await page.keyboard.press('Escape')
  await why.waitFor({ state: 'hidden' })
  const button = page.getByRole('button', { name: 'Too early to compare One: why?' })
  await button.focus()
  await page.keyboard.press('Enter')
  await why.getByText(/^It has fewer than ten results/).waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await why.waitFor({ state: 'hidden' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  if (size.width < 1000) expect(await smallTargets(page)).toEqual([])
  await context.close()
})

it.each(windows)('says what the switches over the ads mean, without a mouse, %s', async (_where, size) => {
  const { page, context } = await openDashboard(browser, product.url, { size, search: '?tab=ads&range=all' })
  await page.getByText('The ad that brought the person first', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Last ad' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The last ad before the person became a lead', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'What happened then' }).click()
  await page.getByText('Each thing on the day it happened, whoever it was', { exact: true }).waitFor()
  await expectSound(page)
  await context.close()
})

it('says why the dashboard is paused to whoever presses the word', async () => {
  const { page, context } = await openDashboard(browser, product.url, { size: windows[1][1] })
  await page.route('**/api/live', (route) => route.abort())
  await page.reload()
  const button = page.getByRole('banner').getByRole('button', { name: 'paused – why?' })
  await button.click()
  await page.getByText('Live updates are down; the page refreshes every 30 seconds.').waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await context.close()
})

it('shows whole on a phone why no ad is known of somebody', async () => {
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size: windows[1][1], search: '?tab=ads&figure=visitors&range=all' },
  })
  const means = page.getByText('They came from somewhere, but the link did not say which ad it came from.')
  await means.waitFor()
  expect(await means.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false)
  await context.close()
})

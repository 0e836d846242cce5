import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { expectSound, openAtGate, openDashboard, toastWith, windows } from '#support/owner-dashboard.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'

const { product, browser } = await browseProduct()

// What each view says on the day of the installation.
const views: [string, string][] = [
  ['?tab=overview&range=all', 'No visits in this period'],
  ['?tab=visitors&range=all', 'No visitors in this period'],
  ['?tab=visitors&range=all&q=nobody', 'No visitor matches “nobody”'],
  ['?tab=leads&range=all', 'No Lead Data Yet'],
  ['?tab=leads&range=all&q=nobody', 'No lead matches “nobody”'],
  ['?tab=leads&range=all&part=held', 'Nothing is held back'],
  ['?tab=blocked-ips', 'No blocked IP addresses'],
  ['?tab=blocked-ips&part=pages', 'No blocked page paths'],
  ['?tab=autotags', 'No activity logs available'],
  ['?tab=pages&open=/meme', 'No analytics data available for this page'],
]

it.each(shareOf(windows, 0))('says in every empty view what is missing, %s', async (_device, size) => {
  const { page, context, problems } = await openAtGate(browser, product.url, { size })
  // Nobody has been here and nobody has asked for a view: the setup comes first.
  await page.waitForURL(/tab=site/)
  for (const [search, words] of views) {
    await page.goto(`${product.url}/analytics${search}`)
    await page.getByText(words).waitFor()
    await expectSound(page)
  }
  expect(problems).toEqual([])
  await context.close()
})

ordinaryTest('counts nothing as nothing: no rate out of zero visitors, no rule that ran', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=overview' })
  const summary = page.getByRole('region', { name: 'Summary' })
  await summary.getByText('0', { exact: true }).first().waitFor()
  expect(await summary.textContent()).not.toMatch(/NaN|Infinity|undefined|null/)
  await page.getByRole('link', { name: 'AutoTags' }).click()
  await page.getByRole('button', { name: 'Booked call', exact: false }).first().click()
  await page.getByText('No recent activity').waitFor()
  await context.close()
})

ordinaryTest('ticks the calendar off the checklist once hours are saved', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=site' })
  const done = page.getByRole('status').filter({ hasText: /of \d+ done/ })
  await done.getByText(/^0 of/).waitFor()
  await page.getByRole('link', { name: 'Calls', exact: true }).click()
  await page.getByLabel('Name of the call').fill('Strategy call with Ana')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toastWith(page, 'Saved')
  await page.goBack()
  await done.getByText(/^1 of/).waitFor()
  await context.close()
})

thoroughTest('says that no rule is configured once the last one is gone', async () => {
  const owner = await product.owner()
  const { body: rules } = await owner.get('/api/auto-tags/rules')
  for (const { id } of rules)
    expect((await owner.send('DELETE', `/api/auto-tags/rules/${id}`)).status).toBe(200)
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=autotags' })
  await page.getByText('No AutoTag rules configured').waitFor()
  await expectSound(page)
  await context.close()
})

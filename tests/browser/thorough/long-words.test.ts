// A sample of it is in tests/browser/ads.test.ts.
import { expect, it } from 'vitest'
import { makeSpend } from '#support/ad-makers.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { expectSound, openDashboard } from '#support/owner-dashboard.ts'
import { smallTargets } from '#support/small-targets.ts'

const { product, browser } = await browseProduct()
const phone = { width: 360, height: 740 }

// As ad managers write them: what tells two of them apart stands at the end.
const campaign = 'Evergreen_Leads_US_CA_UK_AU_Broad_25-54_Advantage_Plus_Placements_November_2026_A'
const ad = `${campaign}_Hook_B`
const reason =
  'GoHighLevel refused the tag: the sub-account allows no more than two thousand tags, and it has all of them.'

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date())
const visitor = product.browser()
await visitor.post('/api/visitors/page-view', {
  ...{ path: '/meme', utm_source: 'facebook', utm_medium: 'paid', utm_campaign: campaign, utm_ad: ad },
})
await visitor.post('/api/capture-lead', {
  ...{ name: 'Ann Okonkwo', email: 'ann@example.com', phone: '202-555-0143', page: '/meme' },
})
for (const currency of ['USD', 'EUR', 'GBP'])
  await makeSpend(product, [
    { day, currency, campaignId: '11', campaign, ad, micros: 9_876_543_000_000, impressions: 123_456_789 },
  ])
await product.query("update auto_tag_logs set status = 'error', reason = $1", [reason])

/** What of the elements is cut off where it does not fit. */
const isCut = (element: Element) => {
  const cut = [element, ...element.querySelectorAll('*')].filter(
    (one) =>
      !one.matches('.sr-only') &&
      one.scrollWidth > one.clientWidth + 1 &&
      getComputedStyle(one).overflowX === 'hidden',
  )
  return cut.map(({ textContent }) => textContent)
}

it('shows the whole name of a campaign and an ad on a phone, where nothing can be pointed at', async () => {
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size: phone, search: '?tab=ads&level=ad&range=all' },
  })
  const card = page.getByRole('list', { name: 'Ads' }).getByRole('listitem').first()
  await card.getByText(ad, { exact: true }).waitFor()
  expect(await card.evaluate(isCut)).toEqual([])
  await expectSound(page)
  await page.goto(`${product.url}/analytics?tab=overview&range=all`)
  await page.getByRole('button', { name: 'All traffic' }).click()
  const choice = page.getByRole('dialog', { name: 'Narrow the overview' }).getByRole('listitem').first()
  await choice.getByText(campaign).waitFor()
  expect(await choice.evaluate(isCut)).toEqual([])
  await expectSound(page)
  await context.close()
})

it('shows whole numbers, however large', async () => {
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size: phone, search: '?tab=overview&range=all' },
  })
  await page.route(/\/api\/analytics\/summary/, async (route) => {
    const answer = await route.fetch()
    const many = { visitors: 123_456_789, pageViews: 1_234_567_890, leads: 12_345_678 }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...many } })
  })
  await page.reload()
  await page.getByText('1,234,567,890').first().waitFor()
  for (const region of ['Summary', 'Money'])
    expect(await page.getByRole('region', { name: region }).evaluate(isCut)).toEqual([])
  await expectSound(page)
  // Calls that are under way when the context closes have nobody to be answered to.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

it('says on a phone why a tag was not given', async () => {
  const { page, context } = await openDashboard(browser, product.url, {
    size: phone,
    search: '?tab=autotags',
  })
  const row = page.getByRole('list', { name: 'Activity log' }).getByRole('listitem').first()
  const words = row.getByText(reason)
  await words.waitFor()
  expect(await words.evaluate(isCut)).toEqual([])
  await expectSound(page)
  await context.close()
})

it('gives a finger room for the way to the log of one rule', async () => {
  const { page, context } = await openDashboard(browser, product.url, {
    size: phone,
    search: '?tab=autotags',
  })
  await page.getByRole('button', { name: 'Lead captured', exact: true }).click()
  await page.getByRole('link', { name: 'Show this rule’s log' }).waitFor()
  expect(await smallTargets(page)).toEqual([])
  await context.close()
})

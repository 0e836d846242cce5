// A sample of it is in tests/browser/ads.test.ts.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makePayment } from '#support/ad-makers.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { expectSound, openDashboard } from '#support/owner-dashboard.ts'
import { sendJson } from '#support/send-json.ts'

const { product, browser } = await browseProduct()
const size = { width: 390, height: 844 }
const visitor = product.browser()
await visitor.post('/api/visitors/page-view', { path: '/meme?utm_source=tiktok&utm_campaign=spring' })
await visitor.post('/api/capture-lead', {
  ...{ name: 'Ann Okonkwo', email: 'ann@example.com', phone: '202-555-0143', page: '/meme' },
})
const leadId = await product.leadIdOf('ann@example.com')
const owner = await product.owner()
await sendJson(owner, 'PUT', `/api/leads/${leadId}/next-step`, { text: 'Call back', dueOn: '2026-01-02' })
await makePayment(product, {
  leadId: null,
  movements: [{ kind: 'paid', at: new Date(), amount: 249_700 }],
})
await product.query(
  "insert into external_events (id, kind, key, at, email) values (gen_random_uuid(), 'booking', 'made', now(), 'bo@example.com')",
)
await product.query(
  "insert into bookings (id, uid, status, start_at, reported_at) select id, 'made', 'booked', now() - interval '1 day', now() from external_events where kind = 'booking'",
)

/** The lists of the server are longer than the dashboard reads: it tells so in a header. */
async function lengthen(page: Page, call: RegExp): Promise<void> {
  await page.route(call, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-total-count': '1734' } })
  })
}

/** Closes the browser; calls that are under way then have nobody to be answered to. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
}

it.each([
  ['pages', '?tab=pages&range=all', /\/api\/pages\?/, 'Only the 1 most viewed pages are listed, of 1,734.'],
  ['next steps', '?tab=leads&part=due', /\/api\/next-steps/, 'Only the 1 due first are listed, of 1,734.'],
  [
    'unmatched people',
    '?tab=leads&part=unmatched',
    /\/api\/unmatched/,
    'Only the 2 newest are listed, of 1,734.',
  ],
  ['past calls', '?tab=leads&part=outcomes', /without-outcome/, 'Only the 1 newest are listed, of 1,734.'],
  ['payments', '?tab=connections', /\/api\/payments\?joined=no/, 'Only the 1 newest are listed, of 1,734.'],
])('says under the list of %s that it is not whole', async (_what, search, call, words) => {
  const { page } = await openDashboard(browser, product.url, { size, search: '?tab=blocked-ips' })
  await lengthen(page, call)
  await page.goto(`${product.url}/analytics${search}`)
  await page.getByText(words).waitFor()
  await expectSound(page)
  await leave(page)
})

it('does not take the steps that were read for all that are due', async () => {
  const { page } = await openDashboard(browser, product.url, { size, search: '?tab=blocked-ips' })
  await lengthen(page, /\/api\/next-steps/)
  await page.goto(`${product.url}/analytics?tab=leads&range=all`)
  await page.getByRole('link', { name: '1+ next steps are due' }).waitFor()
  await leave(page)
})

it('says where more campaigns can be found than are offered', async () => {
  const { page, context } = await openDashboard(browser, product.url, { size, search: '?tab=blocked-ips' })
  await page.route(/filter-values/, (route) =>
    route.fulfill({
      json: Array.from({ length: 200 }, (_, n) => ({ value: `Campaign ${n}`, views: 200 - n })),
    }),
  )
  await page.goto(`${product.url}/analytics?tab=overview&range=all`)
  await page.getByRole('button', { name: 'All traffic' }).click()
  await page.getByText('The 200 with the most views. Search for any other.').waitFor()
  await context.close()
})

it('tells far more ads than anybody reads by fifty, and those beyond a thousand as one row', async () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date())
  await product.query(
    `insert into ad_spend (platform, account, currency, day, through, campaign_id, campaign, adset_id, adset, ad_id, ad,
      spend_micros, impressions, clicks)
    select 'meta', 'account', 'USD', $1, $1, 'c', 'Campaign', 's', 'Set', 'ad' || n, 'Ad ' || n, n * 1000000, n, 0
    from generate_series(1, 1100) n`,
    [day],
  )
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size, search: '?tab=ads&level=ad&range=all' },
  })
  const cards = page.getByRole('list', { name: 'Ads', exact: true }).locator('> li')
  await cards.getByText('100 other ads').or(cards.getByText('101 other ads')).waitFor()
  expect(await cards.count()).toBe(53)
  await page.getByText(/^The 1,000 ads with the most spend are listed; all others are one row/).waitFor()
  await page.getByText('1,100 ads with spend and no visitors').click()
  await page.getByText('Only the 100 with the most spend are listed, of 1,100.').waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Show 950 more ads' }).click()
  await expect.poll(() => cards.count()).toBe(1003)
  await context.close()
})

it('says that there may be more links without their ad than it names', async () => {
  for (let n = 0; n < 21; n += 1)
    await product.browser().post('/api/visitors/page-view', {
      ...{ path: '/meme', utm_source: `source ${n}`, utm_ad_id: '{{ad.id}}' },
    })
  const { page, context } = await openDashboard(browser, product.url, { size, search: '?tab=ads&part=spend' })
  const notice = page.getByText(/visits of the last 30 days cannot be matched to an ad/)
  await notice.waitFor()
  expect(await notice.textContent()).toBe(
    'At least 20 visits of the last 30 days cannot be matched to an ad: 20 or more ad links’ placeholders were not filled in.',
  )
  await expectSound(page)
  await context.close()
})

it('says where the list of videos ends, and the lists of pictures', async () => {
  await product.query(
    `insert into films (id, form, name, bytes, parts, seconds, width, height, note, created_at)
    select lpad(to_hex(n), 32, '0'), 'mp4', 'Lesson ' || n, 1000, '[]', 60, 640, 360, '', now() - n * interval '1 day'
    from generate_series(1, 501) n`,
  )
  await product.query(
    `insert into site_pictures (hash, address, width, height, bytes, created_at)
    select hash, '/media/' || hash || '-640x480.jpg', 640, 480, 1000, now() - n * interval '1 day'
    from generate_series(1, 1001) n, lpad(to_hex(n), 32, '0') hash`,
  )
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size, search: '?tab=site&page=pictures' },
  })
  await page.getByText('Only the 1,000 newest are listed, of 1,001.').waitFor()
  await page.goto(`${product.url}/analytics?tab=site&page=meme`)
  await page.getByRole('button', { name: 'Choose a picture' }).first().click()
  await page.getByRole('dialog').getByText('Only the 1,000 newest are listed, of 1,001.').waitFor()
  await page.goto(`${product.url}/analytics?tab=site&page=freetraining`)
  await page.getByRole('radio', { name: /My own video/ }).check()
  await page.getByRole('button', { name: 'Use one uploaded before' }).click()
  const films = page.getByRole('dialog', { name: 'Videos uploaded before' })
  await films.getByText('Only the 500 newest are listed, of 501.').waitFor()
  await films.getByRole('button', { name: 'Delete Lesson 1…', exact: true }).press('Enter')
  await films.getByRole('button', { name: 'Delete for good' }).press('Enter')
  await films.getByText('Lesson 501', { exact: true }).waitFor()
  await expect.poll(() => films.getByText(/newest are listed/).count()).toBe(0)
  await context.close()
})

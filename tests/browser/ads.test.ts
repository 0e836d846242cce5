import { expect, it } from 'vitest'
import { makeBooking, makePayment, makeSpend } from '#support/ad-makers.ts'
import { browseProduct } from '#support/browsed-product.ts'
import {
  escapeDialog,
  expectSound,
  openDashboard,
  toastWith,
  windows,
  windowsOfRun,
} from '#support/owner-dashboard.ts'
import { runProduct } from '#support/running-product.ts'
import { thoroughTest } from '#support/share-of.ts'
import { smallTargets } from '#support/small-targets.ts'

const { product, browser } = await browseProduct()

const ads = [
  {
    utm_campaign_id: '11',
    utm_campaign: 'Memes | Broad',
    utm_adset: 'Broad 21-44',
    utm_ad: 'This dog cannot code',
  },
  {
    utm_campaign_id: '22',
    utm_campaign: 'Retargeting | Watched 50%',
    utm_adset: 'Video viewers 30d',
    utm_ad: 'Testimonial cut',
  },
  { utm_campaign: 'Spring sale', utm_adset: 'Women', utm_ad: 'Three questions' },
]
const today = new Date()
// Spend is of the owner's days, and it may be tomorrow in UTC already.
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(today)
for (const [place, ad] of [0, 0, 0, 0, 0, 1, 1, 1, 2].entries()) {
  const visitor = product.browser()
  const said = { utm_source: 'facebook', utm_medium: 'paid', ...ads[ad] }
  await visitor.post('/api/visitors/page-view', { path: '/meme', ...said })
  const email = `lead${place}@example.com`
  await visitor.post('/api/capture-lead', {
    name: `Lead ${place}`,
    email,
    phone: '+12025550143',
    page: '/meme',
  })
  const leadId = await product.leadIdOf(email)
  if (ad === 1 || place === 0)
    await makeBooking(product, { leadId, at: today, status: place === 0 ? 'no_show' : 'held' })
  if (ad === 1 && place > 5)
    await makePayment(product, { leadId, movements: [{ kind: 'paid', at: today, amount: 250_000 }] })
}
await product.browser().post('/api/capture-lead', {
  name: 'Nobody Knows',
  email: 'nobody@example.com',
  phone: '+12025550143',
  page: '/meme',
})
await makeSpend(product, [
  {
    day,
    campaignId: '11',
    campaign: 'Memes | Broad',
    adset: 'Broad 21-44',
    ad: 'This dog cannot code',
    micros: 60_000_000,
    impressions: 41_000,
    clicks: 310,
  },
  {
    day,
    campaignId: '22',
    campaign: 'Retargeting | Watched 50%',
    adset: 'Video viewers 30d',
    ad: 'Testimonial cut',
    micros: 900_000_000,
    impressions: 9000,
    clicks: 80,
  },
  {
    day,
    campaignId: '33',
    campaign: 'Spring sale 2026',
    adset: 'Women',
    ad: 'Three questions',
    micros: 120_000_000,
  },
])

it.each(windowsOfRun)('ads are compared, opened and paired %s', async (_where, size) => {
  const { page, context, problems } = await openDashboard(browser, product.url, {
    search: '?tab=ads&range=all',
    size,
  })
  const verdict = page.getByLabel('Cheapest ads')
  await verdict.getByText('This dog cannot code').waitFor()
  await verdict.getByText('Testimonial cut').first().waitFor()
  expect(await verdict.getByText('likely $135 to $817').count()).toBe(1)
  expect(await verdict.getByText('5 leads, 0 held calls, 0 clients').count()).toBe(1)
  await expectSound(page)
  if (size.width < 1000) expect(await smallTargets(page)).toEqual([])

  // Each row opens into the next level, down to the ad.
  await page.getByRole('link', { name: 'Meta', exact: true }).click()
  await page.getByRole('link', { name: 'Memes | Broad', exact: true }).click()
  await page.getByRole('link', { name: 'Broad 21-44', exact: true }).click()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Broad 21-44').waitFor()
  await page.getByText('This dog cannot code').last().waitFor()
  await expectSound(page)

  // A number opens its people, each with why the ad is theirs, and the person opens.
  await page.getByRole('link', { name: '5 leads, This dog cannot code' }).click()
  await page.getByRole('heading', { name: /Leads of This dog cannot code/ }).waitFor()
  await page.getByText('utm_ad=This dog cannot code').first().waitFor()
  // On a phone the time stands beside the name, without a heading.
  if (size.width > 1000) await page.getByRole('columnheader', { name: 'Became a lead' }).waitFor()
  await expectSound(page)
  if (size.width < 1000) expect(await smallTargets(page)).toEqual([])
  await page.getByRole('link', { name: 'Lead 0' }).click()
  await page.getByRole('dialog').getByText('Customer Journey').waitFor()
  await escapeDialog(page)
  await page.getByRole('link', { name: 'All results' }).click()

  // Of whom no ad is known, the reason stands beside the person.
  await page.goto(`${product.url}/analytics?tab=ads&range=all`)
  await page.getByRole('link', { name: '1 lead, Unattributed' }).click()
  await page.getByText('Visit not seen').first().waitFor()
  await page.getByRole('link', { name: 'All results' }).click()

  // What visits call otherwise is paired with one press, and parted again.
  await page.getByText('1 campaign with spend and no visitors').waitFor()
  await page.getByRole('button', { name: /Spring sale/ }).click()
  await toastWith(page, 'Paired')
  await page.getByText('Campaigns paired by hand').click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 campaign with spend and no visitors').waitFor()

  // Beside each other, ads say what they stand in.
  await page.getByRole('navigation', { name: 'Level' }).getByRole('link', { name: 'Ads' }).click()
  await page.getByText('Meta › Memes | Broad › Broad 21-44').waitFor()
  await page.getByText('41,000 shown').waitFor()
  // Five leads of five visitors: Wilson's range at 95 %.
  await page.getByText('100% of visitors, likely 57 to 100%').waitFor()
  await page.getByText('0% of leads, likely 0 to 43%').waitFor()
  await expectSound(page)

  // The switches stand in the address.
  await page.getByRole('button', { name: 'Last ad' }).click()
  await page.getByRole('button', { name: 'What happened then' }).click()
  await expect.poll(() => new URL(page.url()).search).toContain('credit=last&cohort=event')
  // What is chosen is told where a system paints only its own few colors.
  await page.emulateMedia({ forcedColors: 'active' })
  const grounds = await page
    .locator('body, button[aria-pressed=true], nav[aria-label=Level] [aria-current=page]')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).backgroundColor))
  expect(grounds.length).toBeGreaterThan(3)
  // The page's own comes first, and nothing chosen has the same.
  expect(grounds.lastIndexOf(grounds[0] ?? '')).toBe(0)
  await page.emulateMedia({ forcedColors: 'none' })
  // What happened then is of other people than who came: no share of them.
  await page.getByText('of visitors, likely').first().waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})

thoroughTest('a number names whose people it opens, also where the visit named no ad', async () => {
  await product.browser().post('/api/visitors/page-view', { path: '/meme', utm_source: 'facebook' })
  const { page, context } = await openDashboard(browser, product.url, {
    search: '?tab=ads&level=ad&range=all',
  })
  await page.getByRole('link', { name: '1 visitor, No ad named' }).click()
  await page.getByRole('heading', { name: 'Visitors of No ad named' }).waitFor()
  await page.goto(`${product.url}/analytics?tab=ads&range=all`)
  await page.getByRole('link', { name: 'Meta', exact: true }).click()
  await page.getByRole('link', { name: /visitors?, No campaign named/ }).click()
  await page.getByRole('heading', { name: 'Visitors of No campaign named' }).waitFor()
  await page.goto(`${product.url}/analytics?tab=ads&range=all`)
  await page.getByRole('link', { name: /leads, Meta/ }).click()
  await page.getByRole('heading', { name: 'Leads of Meta' }).waitFor()
  await context.close()
})

thoroughTest(
  'nothing moves under a finger once the table is there, however late the verdict comes',
  async () => {
    const { page, context } = await openDashboard(browser, product.url, { search: '?tab=ads&part=spend' })
    await page.route(/\/api\/ads\?.*level=ad(&|$)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    // The second asks for the last 30 days as well, where too few are shown to compare ads.
    for (const range of ['all', 'last-7-days']) {
      await page.goto(`${product.url}/analytics?tab=ads&range=${range}`)
      const leads = page.getByRole('link', { name: /leads, Meta/ })
      await leads.waitFor()
      const first = await leads.boundingBox()
      await page.getByLabel('Cheapest ads').waitFor()
      expect(await leads.boundingBox()).toEqual(first)
    }
    await context.close()
  },
)

thoroughTest('without visits the way to spend and links is shown', async () => {
  const { page, context } = await openDashboard(browser, product.url, {
    search: '?tab=ads&range=custom&from=2026-01-01&to=2026-01-02',
  })
  await page.getByRole('heading', { name: 'No ad results in this period' }).waitFor()
  await page.getByRole('link', { name: 'Add what you paid' }).click()
  await page.getByRole('navigation', { name: 'Ads' }).getByRole('link', { name: 'Spend' }).waitFor()
  await context.close()
})

thoroughTest.each(windows)(
  'days that are too few to compare ads lead to the last 30 %s',
  async (_where, size) => {
    // Where midnight is near, those who came today would be of yesterday by now.
    const tz = [23, 0].includes(today.getUTCHours()) ? 'America/Los_Angeles' : 'UTC'
    const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: tz }).format(today.getTime() - 86_400_000)
    await makeSpend(product, [
      {
        day: yesterday,
        campaignId: '11',
        campaign: 'Memes | Broad',
        adset: 'Broad 21-44',
        micros: 1_000_000,
      },
    ])
    const { page, context, problems } = await openDashboard(browser, product.url, {
      search: `?tab=ads&range=yesterday&tz=${tz}`,
      size,
    })
    await page.getByText('These days hold too few results to compare ads.').waitFor()
    const verdict = page.getByLabel('Cheapest ads')
    await verdict.getByText('This dog cannot code').waitFor()
    await expectSound(page)
    if (size.width < 1000) expect(await smallTargets(page)).toEqual([])
    // As beyond 1,000 ads.
    await page.route(/\/api\/ads\?(?=.*range=last-30-days)(?=.*level=ad(&|$))/, async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, others: { count: 1, figures: answer.total } } })
    })
    await page.reload()
    await page.getByText(/^Compared are the \d+ ads with the most spend\.$/).waitFor()
    await page.getByRole('link', { name: 'Last 30 days' }).click()
    await page.getByText('These days hold too few results').waitFor({ state: 'detached' })
    await verdict.getByText('This dog cannot code').waitFor()
    expect(new URL(page.url()).searchParams.get('range')).toBe('last-30-days')
    expect(problems).toEqual([])
    await context.close()
  },
)

thoroughTest('spend is paired with any name that visits call it by, however many there are', async () => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']
  for (const [place, campaign] of [...names, ...names, 'Spring 26'].entries())
    await product.browser().post('/api/visitors/page-view', {
      ...{ path: `/meme?visit=${place}`, utm_source: 'facebook', utm_medium: 'paid', utm_campaign: campaign },
    })
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=ads&range=all' })
  await page.getByText('1 campaign with spend and no visitors').waitFor()
  const unmatched = page.getByRole('list', { name: 'Not matched' })
  await unmatched.getByRole('button', { name: /One/ }).waitFor()
  await unmatched.getByRole('button', { name: '3 more names' }).click()
  await expectSound(page)
  await unmatched.getByRole('button', { name: /Spring 26/ }).click()
  await toastWith(page, 'Spring sale 2026 is Spring 26 from now on.')
  await context.close()
})

thoroughTest(
  'a link whose placeholders come through unfilled is told of while the dashboard is open',
  async () => {
    const { page, context } = await openDashboard(browser, product.url, { search: '?tab=overview' })
    await page.getByRole('heading', { name: 'Funnel' }).waitFor()
    await page.getByText(/^live/).waitFor()
    await product.browser().post('/api/visitors/page-view', {
      ...{ path: '/meme', utm_source: 'facebook', utm_ad_id: '{{ad.id}}' },
    })
    await page.getByText(/^1 visit of the last 30 days cannot be matched to an ad/).waitFor()
    await context.close()
  },
)

thoroughTest('money is compared with days before only where all of them were recorded', async () => {
  const now = Date.now()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000)
  let at = daysAgo(8)
  const young = await runProduct({ clock: { now: () => at } })
  try {
    for (const days of [8, 1, 0]) {
      at = daysAgo(days)
      const email = `lead${days}@example.com`
      await young
        .browser()
        .post('/api/capture-lead', { name: 'Lead', email, phone: '+12025550143', page: '/meme' })
      await makeSpend(young, [{ day: at.toISOString().slice(0, 10), micros: (days + 1) * 100_000_000 }])
    }
    const { page, context } = await openDashboard(browser, young.url, {
      search: '?tab=overview&range=today&tz=UTC',
    })
    const money = page.getByRole('region', { name: 'Money' })
    await money.getByText('−50% vs the days before').first().waitFor()
    // The morning of a day looks like a loss beside the whole one before.
    const partOfDay = money.getByText(
      'Today is not over yet: what it has so far is compared with whole days before.',
    )
    await partOfDay.waitFor()
    // The numbers of people are known to the minute, and are set against as much of the day before.
    const people = page.getByRole('region', { name: 'Summary' })
    const sameTime = people.getByTitle(/^\d+ in the previous period, up to the same time of day$/)
    await sameTime.first().waitFor()
    await page.goto(`${young.url}/analytics?tab=overview&range=yesterday&tz=UTC`)
    await money.getByText('$200', { exact: true }).first().waitFor()
    expect(await partOfDay.count()).toBe(0)
    await people
      .getByTitle(/^\d+ in the previous period$/)
      .first()
      .waitFor()
    expect(await sameTime.count()).toBe(0)
    // The week before has the day on which the first lead came, and six from before anything was recorded.
    await page.goto(`${young.url}/analytics?tab=overview&range=last-7-days&tz=UTC`)
    await money.getByText('$300', { exact: true }).waitFor()
    await page.getByText(/^In total/).waitFor()
    await page.waitForTimeout(2000)
    expect(await money.getByText('vs the days before').allTextContents()).toEqual([])
    await context.close()
  } finally {
    await young.end()
  }
})

// A sample of it is in tests/browser/ads.test.ts.
import { expect, it } from 'vitest'
import { makeSpend } from '#support/ad-makers.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { expectSound, openDashboard } from '#support/owner-dashboard.ts'
import { sendJson } from '#support/send-json.ts'
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

it('shows whole on a phone what is told apart or judged by its words: tags, leads to join to, held submits, names to pair', async () => {
  const email = 'ann.okonkwo-lindqvist.of.the.northern.salons@company.example.com'
  const contact = { name: campaign, email, phone: '202-555-0143', page: '/meme' }
  await product.browser().post('/api/capture-lead', contact)
  const trapped = { ...contact, email: `held.${email}`, website: 'https://spam.example' }
  await product.browser().post('/api/capture-lead', trapped)
  await product.query(
    `with event as (insert into external_events (id, kind, key, at, email)
      values (gen_random_uuid(), 'booking', 'a', now(), 'nobody@example.com') returning id)
    insert into bookings (id, uid, status, attendee_name, start_at, reported_at)
      select id, 'a', 'booked', 'Ev', now() + interval '1 day', now() from event`,
  )
  await makeSpend(product, [{ day, campaignId: '12', campaign: 'Autumn', micros: 1_000_000 }])
  await product.browser().post('/api/visitors/page-view', {
    ...{ path: '/meme', utm_source: 'facebook', utm_medium: 'paid', utm_campaign: `${campaign}_Autumn` },
  })
  const leadId = await product.leadIdOf(email)
  await sendJson(await product.owner(), 'POST', `/api/leads/${leadId}/tags`, { tagName: campaign })
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size: phone, search: `?tab=leads&range=all&open=${leadId}` },
  })
  const tag = page.getByRole('list', { name: 'Tags' }).getByRole('listitem').filter({ hasText: campaign })
  await tag.waitFor()
  const ofTag = await tag.evaluate(isCut)
  await page.goto(`${product.url}/analytics?tab=leads&range=all&part=held`)
  const held = page.getByRole('list', { name: 'Held submissions' }).getByRole('listitem')
  await held.getByText(trapped.email).waitFor()
  const ofHeld = await held.evaluate(isCut)
  await expectSound(page)
  await page.goto(`${product.url}/analytics?tab=leads&range=all&part=unmatched`)
  await page.getByRole('button', { name: /^Join/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Join to a lead' })
  await dialog.getByLabel('Search by name, email or phone').fill(email)
  const found = dialog.getByRole('listitem').filter({ hasText: email })
  await found.waitFor()
  const ofFound = await found.evaluate(isCut)
  await expectSound(page)
  await page.goto(`${product.url}/analytics?tab=ads&range=all`)
  const toPair = page.getByRole('list', { name: 'Not matched' }).getByRole('button').first()
  await toPair.waitFor()
  const ofPair = await toPair.evaluate(isCut)
  expect({ ofTag, ofHeld, ofFound, ofPair }).toEqual({ ofTag: [], ofHeld: [], ofFound: [], ofPair: [] })
  await expectSound(page)
  await context.close()
})

it('breaks long paths of pages and names of ads in the details of a lead, so that nothing is moved sideways', async () => {
  const path = `/${'webinar'.repeat(60)}`
  const came = product.browser()
  await came.post('/api/visitors/page-view', {
    ...{ path, utm_source: 'facebook', utm_medium: 'paid', utm_campaign: campaign, utm_ad: ad },
  })
  await came.post('/api/capture-lead', {
    ...{ name: 'Bo Lindqvist', email: 'bo@example.com', phone: '202-555-0144', page: path },
  })
  const leadId = await product.leadIdOf('bo@example.com')
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size: phone, search: `?tab=leads&range=all&open=${leadId}` },
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: 'Why this ad' }).getByText(`on ${path}`).waitFor()
  expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await expectSound(page)
  await context.close()
})

it('keeps the name of a rule beside its tag and its numbers on a tablet', async () => {
  const name = 'Evergreen leads of the north who watched the pitch and did not apply within a week'
  await product.query("update auto_tag_rules set name = $1 where name = 'Saw pitch'", [name])
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size: { width: 768, height: 1024 }, search: '?tab=autotags' },
  })
  const rule = page.getByRole('listitem').filter({ hasText: name })
  const words = await rule.getByRole('button', { name, exact: true }).evaluate((button) => {
    const text = document.createRange()
    text.selectNodeContents(button)
    return text.getBoundingClientRect().right
  })
  const tag = await rule.getByText('VH02 - Saw Pitch').boundingBox()
  expect(words).toBeLessThanOrEqual(tag?.x ?? 0)
  await expectSound(page)
  await context.close()
})

it.each([
  ['leads', '**/api/customers?*'],
  ['visitors', '**/api/visitors?*'],
])('says whole on a tablet by what the %s are sorted, however many there are', async (tab, asked) => {
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size: { width: 768, height: 1024 }, search: `?tab=${tab}&range=all` },
  })
  await page.route(asked, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-total-count': '123456' } })
  })
  await page.reload()
  await page.getByText(`of 123,456 ${tab}`).waitFor()
  const [needed, room] = await page.getByLabel('Sort by').evaluate((select: HTMLSelectElement) => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d')
    const look = getComputedStyle(select)
    if (pen) pen.font = `${look.fontSize} ${look.fontFamily}`
    const words = pen?.measureText(select.selectedOptions[0]?.text ?? '').width ?? 0
    return [words, select.clientWidth - Number.parseFloat(look.paddingLeft) * 2]
  })
  expect(room).toBeGreaterThan(needed ?? 0)
  await expectSound(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
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

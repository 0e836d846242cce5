import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { escapeDialog, expectSound, openDashboard, windowsOfRun } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await runProduct()
  const ann = product.browser()
  await ann.post('/api/visitors/track', { path: '/meme?utm_source=tiktok&utm_campaign=spring' })
  await ann.post('/api/visitors/page-view', { path: '/meme', title: 'A meme' })
  await ann.post('/api/capture-lead', {
    ...{ name: 'Ann Okonkwo', email: 'ann@example.com', phone: '202-555-0143', page: '/meme' },
  })
  // Somebody of whom only the address and the user agent are known.
  const bo = product.browser('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36')
  await bo.post('/api/visitors/page-view', { path: '/lander-hack', title: 'A lander' })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

const headings = (dialog: Locator) => dialog.getByRole('heading', { level: 3 }).allTextContents()

/** What a dialog says under a label of a section. */
async function factsOf(dialog: Locator, section: string): Promise<Record<string, string>> {
  const rows = dialog
    .locator('section')
    .filter({ has: dialog.page().locator(`h3:text-is("${section}")`) })
    .last()
    .locator('dl > div')
  const pairs = await rows.evaluateAll((found) =>
    found.map((row) => [
      row.querySelector('dt')?.textContent ?? '',
      row.querySelector('dd')?.textContent ?? '',
    ]),
  )
  return Object.fromEntries(pairs)
}

async function reloadedSame(page: Page, words: string) {
  const address = page.url()
  await page.reload()
  await page.getByRole('dialog').getByText(words, { exact: true }).first().waitFor()
  expect(page.url()).toBe(address)
}

describe.each(windowsOfRun)('the dialogs %s', (_device, size) => {
  it('tell of a visitor what was captured, and name what was not', async () => {
    const { page, context, problems } = await openDashboard(browser, product.url, {
      ...{ size, search: '?tab=visitors' },
    })
    const dialog = page.getByRole('dialog')
    await page.getByRole('link', { name: '127.0.0.1' }).click()
    await dialog.getByText('Page View History').waitFor()
    // A screen of high contrast paints neither shadow nor ground: its edge tells it from the page behind it.
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await dialog.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid')
    await page.emulateMedia({ forcedColors: 'none' })
    await dialog.getByText('Technical details').click()
    expect(await headings(dialog)).toEqual([
      ...['Visits', 'Page View History', 'Marketing Attribution & UTM Parameters', 'Network & Identity'],
      ...['Device', 'Display', 'Operating System', 'Browser & Session', 'Full User Agent'],
    ])
    expect(await factsOf(dialog, 'Network & Identity')).toMatchObject({
      ...{ PersonID: 'Not available', 'IP address': '127.0.0.1', Name: 'Anonymous', Email: 'Not provided' },
      ...{ Phone: 'Not provided', Timezone: 'Unknown', Language: 'Unknown', Fingerprint: 'Not available' },
    })
    expect(await factsOf(dialog, 'Device')).toMatchObject({
      ...{ Codename: 'Not captured', Chipset: 'Not captured', 'CPU cores': 'Unknown', Memory: 'Unknown' },
    })
    expect(await factsOf(dialog, 'Display')).toEqual({
      ...{ 'Screen resolution': 'Unknown', 'Pixel density': 'Not captured' },
    })
    expect(await factsOf(dialog, 'Browser & Session')).toMatchObject({
      ...{ 'In-app browser version': 'Not captured', 'Session ID': 'Not captured', App: 'N/A' },
    })
    await dialog.getByText('A lander').waitFor()
    await expectSound(page)
    await reloadedSame(page, 'Page View History')
    await dialog.getByRole('link', { name: 'Customer Journey' }).click()
    await dialog.getByText('No PersonID available for journey tracking').waitFor()
    await expectSound(page)
    await escapeDialog(page)
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=visitors')
    expect(problems).toEqual([])
    await context.close()
  })

  it('tell of a lead where it came from and what came after', async () => {
    const { page, context, problems } = await openDashboard(browser, product.url, {
      ...{ size, search: '?tab=leads' },
    })
    const dialog = page.getByRole('dialog')
    await page.getByRole('link', { name: 'Ann Okonkwo' }).click()
    await dialog.getByText('Became a lead', { exact: true }).waitFor()
    expect(await dialog.getByRole('link', { name: 'Call (202) 555-0143' }).getAttribute('href')).toBe(
      'tel:+12025550143',
    )
    expect(await dialog.getByRole('link', { name: 'Email ann@example.com' }).getAttribute('href')).toBe(
      'mailto:ann@example.com',
    )
    await expectSound(page)
    await dialog.getByRole('link', { name: 'Lead Details' }).click()
    await dialog.getByText('Lead Information').waitFor()
    await dialog.getByText('Technical details').click()
    expect(await headings(dialog)).toEqual(
      expect.arrayContaining([
        ...['Lead Information', 'Conversion Details', 'Marketing Attribution & UTM Parameters'],
        ...['User Agent Data', 'Device', 'Display', 'Operating System', 'Browser & Session'],
      ]),
    )
    expect(await factsOf(dialog, 'Lead Information')).toMatchObject({
      ...{ Name: 'Ann Okonkwo', Email: 'ann@example.com', Phone: '(202) 555-0143' },
    })
    expect(await factsOf(dialog, 'Conversion Details')).toMatchObject({ 'Lead magnet': expect.any(String) })
    expect(await factsOf(dialog, 'Marketing Attribution & UTM Parameters')).toMatchObject({
      ...{ 'UTM source': 'tiktok', Campaign: 'spring', Medium: 'N/A', Placement: 'N/A', 'Ad ID': 'N/A' },
    })
    await expectSound(page)
    await dialog.getByRole('link', { name: 'Customer Journey' }).click()
    await dialog.getByText('Became a lead', { exact: true }).waitFor()
    await expectSound(page)
    await reloadedSame(page, 'Became a lead')
    await dialog.getByRole('link', { name: 'Lead Details' }).click()
    await dialog.getByText('Lead Information').waitFor()
    await escapeDialog(page)
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=leads')
    expect(problems).toEqual([])
    await context.close()
  })

  it('tell of a page its four numbers and lead on to its visitors', async () => {
    const { page, context, problems } = await openDashboard(browser, product.url, {
      ...{ size, search: '?tab=pages' },
    })
    const dialog = page.getByRole('dialog')
    await page.getByRole('link', { name: '/meme', exact: true }).click()
    await dialog.getByText('Total Views').waitFor()
    const tiles = await dialog.locator('dl').first().locator('div').allTextContents()
    expect(tiles).toEqual(['Total Views1', 'Unique Visitors1', 'Conversions1', 'Conversion Rate100.0%'])
    for (const card of [
      'Tracking Codes',
      'CRM Setup',
      'CRM Tags',
      'UTM Sources',
      'Conversions',
      'Recent Visitors',
    ])
      await dialog.getByRole('heading', { name: card, exact: true }).waitFor()
    await expectSound(page)
    await reloadedSame(page, 'Total Views')
    await dialog.getByRole('link', { name: '127.0.0.1' }).click()
    await dialog.getByRole('heading', { name: 'Ann Okonkwo' }).waitFor()
    await dialog.getByRole('link', { name: 'Details', exact: true }).click()
    await dialog.getByText('Linked Customer').waitFor()
    await reloadedSame(page, 'Linked Customer')
    await expectSound(page)
    await escapeDialog(page)
    await page.getByRole('link', { name: '/builder' }).click()
    await dialog.getByText('No analytics data available for this page').waitFor()
    await expectSound(page)
    await escapeDialog(page)
    expect(problems).toEqual([])
    await context.close()
  })
})

thoroughTest('lead on from the newest leads of a page to all of them', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=pages' })
  // More than are named in it.
  await page.route(/\/api\/pages\/.*\/analytics/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), conversions: 1200 } })
  })
  await page.getByRole('link', { name: '/meme', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Show all 1,200 leads of this page' }).click()
  await page.getByText('Page:').waitFor()
  await page.getByText('1 lead', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?tab=leads&page=%2Fmeme')
  await context.close()
})

thoroughTest('says that a page is being read while its numbers are on their way', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=pages' })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/api\/pages\/.*\/analytics/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: '/meme', exact: true }).click()
  await page.getByRole('dialog').getByText('Loading page analytics...').waitFor()
  letGo()
  await page.getByRole('dialog').getByText('Total Views').waitFor()
  await context.close()
})

thoroughTest('a dialog closes by a press on its backdrop, and by no other', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=pages' })
  await page.getByRole('link', { name: '/builder' }).click()
  const dialog = page.getByRole('dialog')
  const words = dialog.getByText('No analytics data available for this page')
  await words.waitFor()
  const panel = await dialog.boundingBox()
  const text = await words.boundingBox()
  if (!panel || !text) throw new Error('The panel is not there.')
  const besideIt = [panel.x / 2, text.y] as const
  // The panel reaches to the foot of the window, what stands in it does not.
  await page.mouse.click(panel.x + panel.width / 2, panel.y + panel.height - 20)
  // Words are selected from their end to past the edge.
  await page.mouse.move(text.x + text.width - 2, text.y + 4)
  await page.mouse.down()
  await page.mouse.move(...besideIt)
  await page.mouse.up()
  // Neither is a press from the backdrop into the panel one on it.
  await page.mouse.down()
  await page.mouse.move(text.x + 4, text.y + 4)
  await page.mouse.up()
  expect(await page.locator('dialog[open]').count()).toBe(1)
  await page.mouse.click(...besideIt)
  await dialog.waitFor({ state: 'detached' })
  await context.close()
})

ordinaryTest('what is typed in a dialog outlasts a slip; secrets do so in the page alone', async () => {
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size: { width: 390, height: 844 }, search: '?tab=leads&range=all' },
  })
  const dialog = page.getByRole('dialog').last()
  /** Types in a field of a dialog, lets Escape close it, and finds what was typed when it is opened again. */
  const outlastsSlip = async (open: () => Promise<void>, field: Locator, typed: string) => {
    await open()
    await field.fill(typed)
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await open()
    expect(await field.inputValue()).toBe(typed)
  }
  const pressOnce = async (name: string, field: Locator) => {
    const button = dialog.getByRole('button', { name })
    await button.or(field).first().waitFor()
    if ((await field.count()) === 0) await button.click()
  }
  const tag = dialog.getByLabel('New tag')
  const openLead = async () => {
    await page.getByRole('link', { name: 'Ann Okonkwo' }).click()
    await pressOnce('Add a tag', tag)
  }
  await outlastsSlip(openLead, tag, 'Hot')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await escapeDialog(page)

  const alert = dialog.getByLabel('Email address for alerts')
  const openSettings = () => page.getByRole('button', { name: 'Settings' }).click()
  await outlastsSlip(openSettings, alert, 'me@example.com')
  await escapeDialog(page)

  await page.goto(`${product.url}/analytics?tab=pages&range=all`)
  const pageTag = dialog.getByLabel('Add a tag for leads of this page')
  const openPage = async () => {
    await page.getByRole('link', { name: '/meme', exact: true }).click()
    await pressOnce('Edit the CRM tags', pageTag)
  }
  await outlastsSlip(openPage, pageTag, 'Watcher')
  await escapeDialog(page)

  await page.goto(`${product.url}/analytics?tab=connections`)
  const token = dialog.getByLabel('Token', { exact: true })
  const connect = page.getByRole('button', { name: 'Connect CRM' })
  await outlastsSlip(() => connect.click(), token, 'pit-secret')
  const from = dialog.getByLabel('Your name, as recipients see it')
  await escapeDialog(page)
  await page.getByText('What you typed is not saved yet.').waitFor()
  const connectMail = page.getByRole('button', { name: 'Connect your email' })
  await outlastsSlip(() => connectMail.click(), from, 'Ana Keller')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.getByText('What you typed is not saved yet.').count()).toBe(1)
  expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage, ...localStorage })))).not.toContain(
    'pit-secret',
  )
  await context.close()
})

thoroughTest('a visitor of more page views than are shown says so', async () => {
  const own = product.browser()
  await own.post('/api/visitors/page-view', { path: '/trainingportal', title: 'The portal' })
  await product.query(`
    insert into page_views (visitor_id, at, path, id, source, attribution, hidden)
    select visitor_id, at - n * interval '1 hour', path, gen_random_uuid(), source, attribution, true
    from page_views cross join generate_series(1, 500) n where path = '/trainingportal'`)
  const [row] = await product.query(
    "select visitor_id from page_views where path = '/trainingportal' limit 1",
  )
  const { page, context } = await openDashboard(browser, product.url, {
    search: `?tab=visitors&view=details&open=${row?.visitor_id}`,
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByText('490 earlier page views').waitFor()
  await dialog.getByText('The newest 500 page views are shown.').waitFor()
  await context.close()
})

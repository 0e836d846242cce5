import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityProblems,
  isWiderThanWindow,
  lastingMotions,
  openChromium,
  openVisitor,
} from '#support/chromium.ts'
import { clockFrom, wednesday } from '#support/clock-from.ts'
import { dismissToast, escapeDialog, openDashboard, pressAfterG } from '#support/owner-dashboard.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'

const desk = { width: 1280, height: 800 }
const handheld = { width: 390, height: 844 }

let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  // The chart's last point is the hour or day in which the visits came, and 'today' is theirs.
  product = await runProduct({ clock: clockFrom(wednesday) })
  const ann = product.browser()
  const referrer = 'https://www.tiktok.com/@coach'
  await ann.post('/api/visitors/track', { path: '/meme?utm_source=tiktok&utm_campaign=spring' })
  await ann.post('/api/visitors/page-view', { path: '/meme', title: 'A meme', referrer })
  await ann.post('/api/capture-lead', {
    name: 'Ann Okonkwo',
    email: 'ann@example.com',
    phone: '202-555-0143',
    page: '/meme',
  })
  await ann.post('/api/visitors/page-view', { path: '/freetraining', title: 'Training' })
  await ann.post('/api/leads/add-video-tag', { fingerprint: 1, watchTime: 720 })
  const bo = product.browser()
  await bo.post('/api/visitors/track', { path: '/meme' })
  await bo.post('/api/visitors/page-view', { path: '/meme', title: 'A meme' })
  await bo.post('/api/capture-lead', {
    name: 'Spam Bot',
    email: 'spam@example.com',
    phone: '1',
    page: '/meme',
    website: 'x',
  })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

async function signIn(size: { width: number; height: number }) {
  // A browser no one's link opens: the owner's own, so that its visits count nowhere.
  const opened = await openVisitor(browser, { size, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130' })
  await opened.page.goto(`${product.url}/analytics`)
  await opened.page.getByPlaceholder('Enter access code').fill('wrong')
  await opened.page.getByRole('button', { name: 'Access Dashboard' }).click()
  await toast(opened.page, 'Access denied')
  await opened.page.getByPlaceholder('Enter access code').fill(ownerPassword)
  await opened.page.getByRole('button', { name: 'Access Dashboard' }).click()
  await toast(opened.page, 'Access granted')
  await dismissToast(opened.page)
  return opened
}

const toast = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ hasText: title }).first().waitFor()

async function expectSound(page: Page) {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
  expect(await lastingMotions(page)).toEqual([])
}

const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click()

describe('the dashboard', () => {
  for (const [device, size] of shareOf([
    ['at a desk', desk],
    ['on a phone', handheld],
  ] as const))
    it(`shows every tab and dialog ${device}, accessible and within the window`, async () => {
      const { page, context, problems } = await signIn(size)

      await page.getByRole('heading', { name: 'Traffic' }).waitFor()
      await expectSound(page)
      const slider = page.getByRole('slider', { name: 'Traffic over time' })
      await slider.focus()
      await page.keyboard.press('End')
      expect(await slider.getAttribute('aria-valuetext')).toMatch(/: 2 visitors, 3 views, 1 lead$/)
      await page.getByRole('link', { name: 'Became a lead' }).click()
      await page.getByText('1 lead', { exact: true }).waitFor()
      await page.goBack()
      await page.getByRole('link', { name: 'tiktok' }).click()
      await page.getByText('Source:').waitFor()
      await page.getByText('1 visitor', { exact: true }).waitFor()
      await page.getByRole('button', { name: /Clear the filter Source/ }).click()
      await page.getByText('2 visitors', { exact: true }).waitFor()
      await expectSound(page)

      await openTab(page, 'Page Analytics')
      await page.getByText('Customer', { exact: true }).waitFor()
      await expectSound(page)
      await page.getByRole('link', { name: '/meme', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Unique Visitors').waitFor()
      await dialog.getByText('tiktok.com').waitFor()
      await dialog.getByText('VH01 - Lead').waitFor()
      await dialog.getByText('Not connected: leads and tags are kept here').waitFor()
      expect(new URL(page.url()).searchParams.get('open')).toBe('/meme')
      await expectSound(page)
      await dialog.getByRole('heading', { name: 'Recent Visitors' }).waitFor()
      await dialog.getByRole('link', { name: '127.0.0.1' }).last().click()
      await dialog.getByRole('link', { name: 'Details', exact: true }).click()
      await dialog.getByText('Page View History').waitFor()
      await expectSound(page)
      await escapeDialog(page)
      await page.getByRole('link', { name: '/builder' }).click()
      await page.getByText('No analytics data available for this page').waitFor()
      await escapeDialog(page)

      await openTab(page, 'Visitors')
      await page.getByRole('link', { name: 'Ann Okonkwo' }).click()
      await dialog.getByRole('link', { name: 'Details', exact: true }).click()
      await dialog.getByText('Linked Customer').waitFor()
      await dialog.getByText('Page View History').waitFor()
      await dialog.getByText('Technical details').click()
      expect(await dialog.getByText('Not captured').count()).toBe(5)
      await dialog.getByRole('link', { name: 'Customer Journey' }).click()
      await dialog.getByText('First visit').waitFor()
      for (const event of ['Became a lead', 'VH01 - Lead', 'Watched the video to 12:00', 'VH02 - Saw Pitch'])
        await dialog.getByText(event, { exact: true }).waitFor()
      await expectSound(page)
      // The link alone opens the same view, in a browser that has read nothing yet.
      await page.reload()
      await dialog.getByText('Became a lead').waitFor()
      await escapeDialog(page)
      await page.getByRole('link', { name: '127.0.0.1' }).click()
      await dialog.getByRole('link', { name: 'Customer Journey' }).click()
      await dialog.getByText('No PersonID available for journey tracking').waitFor()
      await escapeDialog(page)

      await openTab(page, 'Leads')
      await page.getByRole('link', { name: 'Ann Okonkwo' }).click()
      await dialog.getByRole('link', { name: 'Lead Details' }).click()
      await dialog.getByText('Lead Information').waitFor()
      await dialog.getByText('Technical details').click()
      await dialog.getByText('Complete Lead Record').waitFor()
      await expectSound(page)
      await escapeDialog(page)
      await page.getByRole('link', { name: '1 submission held back as spam' }).click()
      await page.getByText('The hidden trap field was filled in').waitFor()
      await expectSound(page)

      await openTab(page, 'Blocked IPs')
      await page.getByText('No blocked IP addresses').waitFor()
      await expectSound(page)
      await openTab(page, 'AutoTags')
      await page.getByText('Total Executions').waitFor()
      await expectSound(page)

      await page.getByRole('button', { name: 'Settings' }).click()
      await dialog.getByText('Password: Set').waitFor()
      await dialog.getByText('this browser').waitFor()
      await dialog.getByRole('button', { name: 'Change' }).click()
      await expectSound(page)
      await dialog.getByRole('button', { name: 'Manage Blocked IPs' }).click()
      await page.getByRole('navigation', { name: 'Blocked' }).waitFor()

      expect(problems).toEqual([])
      await context.close()
    })

  ordinaryTest('blocks, releases, refreshes, clears and exports, and says so', async () => {
    const { page, context, problems } = await signIn(desk)
    await openTab(page, 'Blocked IPs')
    await page.getByLabel('IP address').fill('1.2.3')
    await page.getByRole('button', { name: 'Block IP' }).click()
    await toast(page, 'Invalid IP')
    await page.getByLabel('IP address').fill('203.0.113.7')
    await page.getByRole('button', { name: 'Block IP' }).click()
    await toast(page, 'IP Blocked')
    await page.getByRole('switch', { name: /203\.0\.113\.7/ }).click()
    await toast(page, 'IP Deactivated')

    await openTab(page, 'AutoTags')
    await page.getByRole('switch', { name: /Booked call/ }).click()
    await toast(page, 'AutoTag rule updated successfully')

    await page.getByRole('button', { name: 'Refresh', exact: true }).first().click()
    await toast(page, 'Data Refreshed')

    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('switch', { name: 'Dense table view' }).check()
    await page.getByRole('button', { name: 'Clear Cache' }).click()
    await toast(page, 'Cache cleared')
    await escapeDialog(page)
    const elsewhere = await product.owner()
    await expect
      .poll(async () => (await elsewhere.get('/api/analytics/settings')).body)
      .toMatchObject({ dense: true })

    await page.goto(`${product.url}/analytics?tab=leads&range=today`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    expect((await download).suggestedFilename()).toMatch(/^leads-.*\.csv$/)
    // The file is in the order of the screen.
    for (const tab of ['leads', 'visitors', 'autotags']) {
      await page.goto(
        `${product.url}/analytics?tab=${tab}&range=today&sort=-${tab === 'autotags' ? 'tag' : 'name'}`,
      )
      const file = await page.getByRole('link', { name: 'Export' }).getAttribute('href')
      expect([tab, file]).toEqual([tab, expect.stringMatching(/sort=(name|tag)&dir=desc/)])
    }
    await page.goto(`${product.url}/analytics?tab=leads&range=today`)

    await page.getByRole('link', { name: '1 submission held back as spam' }).click()
    await page.getByRole('button', { name: 'Release Spam Bot' }).click()
    await toast(page, 'Submission released')
    await page.getByText('Nothing is held back').waitFor()
    await page.getByRole('link', { name: 'Leads', exact: true }).last().click()
    await page.getByRole('link', { name: 'Spam Bot' }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  ordinaryTest('shows who came after it was read and before its stream was open', async () => {
    const inLeads = { search: '?tab=leads&range=all', size: desk }
    const { page, context } = await openDashboard(browser, product.url, inLeads)
    const streams: Route[] = []
    await page.route('**/api/live', (route) => void streams.push(route))
    await page.reload()
    await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor()
    await expect.poll(() => streams.length).toBe(1)

    const elsewhere = await openDashboard(browser, product.url, inLeads)
    await elsewhere.page.getByText(/^live/).waitFor()
    const lead = { name: 'Cy Between', email: 'cy@example.com', phone: '202-555-0188', page: '/meme' }
    await product.browser().post('/api/capture-lead', lead)
    await elsewhere.page.getByRole('link', { name: lead.name }).waitFor()
    expect(await page.getByRole('link', { name: lead.name }).count()).toBe(0)
    await streams[0]?.continue()
    await page.getByRole('link', { name: lead.name }).waitFor()
    for (const opened of [elsewhere.context, context]) await opened.close()
  })

  thoroughTest('is worked by keyboard alone', async () => {
    const { page, context } = await signIn(desk)
    await page.getByRole('heading', { name: 'Traffic' }).waitFor()
    await page.clock.install()
    await pressAfterG(page, 'p')
    await page.getByText('Customer', { exact: true }).waitFor()
    await page.getByRole('link', { name: '/meme', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Unique Visitors').waitFor()
    await escapeDialog(page)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('/meme')
    await context.close()
  })

  ordinaryTest(
    'returns to the gate with a word when the session ends, and never shows what is behind it',
    async () => {
      const { page, context } = await signIn(desk)
      // It would hear of the end within fifteen seconds, and then there is no tab to press any more.
      await page.route('**/api/live', () => {})
      await page.reload()
      await page.getByRole('heading', { name: 'Traffic' }).waitFor()
      await endSessionOf(context)
      await openTab(page, 'Leads')
      await page.getByText('Your session has ended. Please sign in again.').waitFor()
      expect(await page.getByText('Ann Okonkwo').count()).toBe(0)
      await expectSound(page)
      await context.close()
    },
  )
})

async function endSessionOf(context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => name === 'leadline_owner')
  const value = `leadline_owner=${cookie?.value}`
  const answer = await fetch(`${product.url}/api/analytics/logout`, {
    method: 'POST',
    headers: { cookie: value, origin: product.url },
  })
  expect(answer.status).toBe(200)
}

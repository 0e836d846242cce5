import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { expectSound, openDashboard, windowsOfRun } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { thoroughTest } from '#support/share-of.ts'

let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await runProduct()
  const visits = [
    ['ann', '/meme?utm_source=ig&utm_campaign=spring&utm_ad=reel-1'],
    ['bo', '/meme?utm_source=ig&utm_campaign=spring&utm_ad=reel-2'],
    ['cy', '/lander-hack?utm_source=tiktok&utm_campaign=autumn&utm_ad=reel-2'],
    ['di', '/lander-hack'],
  ] as const
  for (const [name, path] of visits) {
    const visitor = product.browser()
    await visitor.post('/api/visitors/page-view', { path })
    if (name === 'bo') continue
    const contact = { name: `Someone ${name}`, email: `${name}@example.com`, phone: '202-555-0143' }
    await visitor.post('/api/capture-lead', { ...contact, page: path.split('?')[0] })
    if (name === 'ann') await visitor.post('/api/leads/add-video-tag', { watchTime: 720 })
  }
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

const picker = (page: Page) => page.getByRole('dialog', { name: 'Narrow the overview' })
const funnel = (page: Page) =>
  page.getByRole('heading', { name: 'Funnel' }).locator('xpath=../..').getByRole('listitem')
/** The numbers of the funnel as they stand behind the steps' names. */
const people = async (page: Page) =>
  (await funnel(page).locator('> div > span:nth-child(2)').allTextContents()).map(Number)

/** Chooses a value by the picker, with the mouse or a finger. */
async function choose(page: Page, kind: 'Campaigns' | 'Ads' | 'Pages', value: string): Promise<void> {
  await page.getByRole('button', { name: /^(All traffic|Change)$/ }).click()
  await picker(page).getByRole('button', { name: kind, exact: true }).click()
  await picker(page).getByRole('button', { name: value }).click()
  await picker(page).waitFor({ state: 'hidden' })
}

it.each(windowsOfRun)('narrows the overview to a campaign, an ad or a page, %s', async (_where, size) => {
  const { page, context, problems } = await openDashboard(browser, product.url, { size })
  await expect.poll(() => people(page)).toEqual([4, 3, 1, 0, 0])

  await choose(page, 'Campaigns', 'spring')
  await expect.poll(() => people(page)).toEqual([2, 1, 1, 0, 0])
  expect(new URL(page.url()).searchParams.get('campaign')).toBe('spring')
  await expectSound(page)
  await page.reload()
  await expect.poll(() => people(page)).toEqual([2, 1, 1, 0, 0])

  await choose(page, 'Ads', 'reel-2')
  await expect.poll(() => people(page)).toEqual([2, 1, 0, 0, 0])
  // In the system's own colours bars have edges: one of nobody would be a line.
  await page.emulateMedia({ forcedColors: 'active' })
  const bars = await funnel(page)
    .locator('> [aria-hidden]')
    .evaluateAll((all) => all.filter((bar) => bar.getBoundingClientRect().width > 0).length)
  expect(bars).toBe(2)
  await page.emulateMedia({ forcedColors: 'none' })
  expect([...new URL(page.url()).searchParams]).toEqual([['ad', 'reel-2']])
  await choose(page, 'Pages', '/lander-hack')
  await expect.poll(() => people(page)).toEqual([2, 2, 0, 0, 0])
  expect([...new URL(page.url()).searchParams]).toEqual([['page', '/lander-hack']])

  await page.getByRole('button', { name: 'Clear the filter Page: /lander-hack' }).click()
  await expect.poll(() => people(page)).toEqual([4, 3, 1, 0, 0])
  expect(new URL(page.url()).search).toBe('')
  expect(problems).toEqual([])
  await context.close()
})

it.each(windowsOfRun)('opens each number on its people, %s', async (_where, size) => {
  const { page, context } = await openDashboard(browser, product.url, { size, search: '?campaign=spring' })
  const leads = page.getByRole('link', { name: /^Someone / })
  for (const [step, names] of [
    ['Became a lead', ['Someone ann']],
    ['Saw the pitch', ['Someone ann']],
  ] as const) {
    await funnel(page).getByRole('link', { name: step }).click()
    await expect.poll(() => leads.allTextContents()).toEqual(names)
    await page.goBack()
  }
  await funnel(page).getByRole('link', { name: 'Visited' }).click()
  await page.waitForURL(/tab=visitors/)
  expect(new URL(page.url()).searchParams.get('campaign')).toBe('spring')
  await page.getByRole('button', { name: 'Clear the filter Campaign: spring' }).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^2 visitors/ })
    .waitFor()
  await expectSound(page)
  await context.close()
})

thoroughTest('is chosen, searched and left with the keyboard alone', async () => {
  const { page, context } = await openDashboard(browser, product.url)
  const button = page.getByRole('button', { name: 'All traffic' })
  await button.focus()
  await page.keyboard.press('Enter')
  await picker(page).waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await picker(page).waitFor({ state: 'hidden' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.keyboard.press('Enter')
  // Campaigns, ads, pages, the search.
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab')
  await page.keyboard.type('aut')
  await expect.poll(() => picker(page).getByRole('listitem').count()).toBe(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/campaign=autumn/)
  await expect.poll(() => people(page)).toEqual([1, 1, 0, 0, 0])
  const change = page.getByRole('button', { name: 'Change' })
  expect(await change.evaluate((element) => element === document.activeElement)).toBe(true)
  await context.close()
})

thoroughTest('tells no rate of a step that more people reached than the one before', async () => {
  const booked = product.browser()
  await booked.post('/api/visitors/page-view', { path: '/meme?utm_source=ig&utm_ad=reel-3' })
  const contact = { name: 'Someone ed', email: 'ed@example.com', phone: '202-555-0143' }
  await booked.post('/api/capture-lead', { ...contact, page: '/meme' })
  const tag = { email: contact.email, tagName: 'VH04 - Booked Call', source: 'cal_booking' }
  expect((await booked.post('/api/leads/add-booking-tag', tag)).status).toBe(200)
  const { page, context } = await openDashboard(browser, product.url, { search: '?ad=reel-3' })
  await expect.poll(() => people(page)).toEqual([1, 1, 0, 0, 1])
  const kept = funnel(page).locator('> div > span:nth-child(1) > span:nth-of-type(1)')
  expect(await kept.allTextContents()).toEqual([
    'everybody in this range',
    '100.0% of visitors · 0 fewer than the step before',
    '0.0% of leads · 1 fewer than the step before',
    'nobody got this far',
    '1 more than the step before',
  ])
  await expectSound(page)
  await context.close()
})

thoroughTest(
  'offers what came while the dashboard was open, also where it was looked for before',
  async () => {
    const { page, context } = await openDashboard(browser, product.url)
    const open = () => page.getByRole('button', { name: /^(All traffic|Change)$/ }).click()
    await open()
    await picker(page).getByRole('button', { name: 'spring' }).waitFor()
    await page.keyboard.press('Escape')
    await picker(page).waitFor({ state: 'hidden' })
    await product
      .browser()
      .post('/api/visitors/page-view', { path: '/meme?utm_source=ig&utm_campaign=winter' })
    await expect.poll(async () => (await people(page))[0]).toBe(5)
    await open()
    await picker(page).getByRole('button', { name: 'winter' }).waitFor()
    await context.close()
  },
)

it('never sets the numbers of one range beside those of another, however slowly one of them comes', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?range=last-7-days' })
  const held = { overview: Promise.withResolvers<void>(), summary: Promise.withResolvers<void>() }
  const rangeOf = (url: string) => new URL(url).searchParams.get('range')
  await page.route('**/api/analytics/overview?**', async (route) => {
    const url = route.request().url()
    if (rangeOf(url) === 'last-14-days') await held.overview.promise
    const answer = await route.fetch()
    const previous = { visitors: 100, pageViews: 100, leads: 100 }
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), isPreviousWhole: true, previous },
    })
  })
  await page.route('**/api/analytics/summary?**', async (route) => {
    const url = route.request().url()
    if (rangeOf(url) === 'last-28-days') await held.summary.promise
    const visitors = Number(rangeOf(url)?.replace(/\D/g, ''))
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), visitors } })
  })
  await page.reload()
  const cards = page.getByRole('region', { name: 'Summary' })
  const visitors = cards.getByRole('link', { name: 'Total Visitors' }).locator('xpath=../..')
  const total = page.getByRole('figure').getByText('In total').locator('xpath=..')
  const look = async (range: string) => {
    await page.getByRole('button', { name: /^Date range/ }).click()
    await page.getByRole('dialog', { name: 'Date range' }).getByRole('button', { name: range }).click()
  }
  await visitors.getByText('−93% vs the 7 days before').waitFor()
  await expect.poll(() => total.textContent()).toContain('7visitors')
  const days = page
    .getByRole('button', { name: /^Date range/ })
    .locator('span')
    .last()
  expect(await days.isVisible()).toBe(true)

  await look('Last 14 days')
  await visitors.getByText('14', { exact: true }).waitFor()
  expect(await visitors.textContent()).toContain('in this range')
  // A picture of the range before is none of this one.
  expect(await visitors.locator('svg').count()).toBe(0)
  held.overview.resolve()
  await visitors.getByText('−86% vs the 14 days before').waitFor()
  await expect.poll(() => total.textContent()).toContain('14visitors')

  await look('Last 28 days')
  await expect.poll(() => total.textContent()).toBe('In total')
  const overview = page.getByRole('region', { name: 'Overview' })
  await expect.poll(() => overview.getAttribute('aria-busy')).toBe('false')
  expect(await total.textContent()).toBe('In total')
  expect(await days.isVisible()).toBe(false)
  held.summary.resolve()
  await visitors.getByText('−72% vs the 28 days before').waitFor()
  await expect.poll(() => total.textContent()).toContain('28visitors')
  expect(await days.isVisible()).toBe(true)
  await context.close()
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityProblems, isWiderThanWindow, openChromium } from '#support/chromium.ts'
import { escapeDialog, openDashboard } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const desk = { width: 1280, height: 800 }
const handheld = { width: 390, height: 844 }

let product: RunningProduct
let browser: Browser
let owner: TestBrowser

beforeAll(async () => {
  product = await runProduct()
  owner = await product.owner()
  for (const name of ['Ann Okonkwo', 'Bo Lindqvist']) {
    const visitor = product.browser()
    const lead = {
      name,
      email: `${name.slice(0, 2).trim()}@example.com`,
      phone: '202-555-0143',
      page: '/meme',
    }
    await visitor.post('/api/visitors/page-view', { path: '/meme' })
    await visitor.post('/api/capture-lead', lead)
    await visitor.post('/api/visitors/page-view', { path: '/freetraining' })
  }
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

const openTab = (size: { width: number; height: number }, query: string) =>
  openDashboard(browser, product.url, { size, search: `?range=all&${query}` })
const toast = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ hasText: title }).first().waitFor()
async function expectSound(page: Page) {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}
const counted = async () => {
  const { visitors, leads, pageViews } = (await owner.get('/api/analytics/summary?range=all')).body
  return { visitors, leads, pageViews }
}
const everything = { visitors: 2, leads: 2, pageViews: 4 }
const nothing = { visitors: 0, leads: 0, pageViews: 0 }

for (const [device, size] of shareOf([
  ['on a phone', handheld],
  ['at a desk', desk],
] as const)) {
  it(`says what a block will hide before it does, and asks before it is switched, ${device}`, async () => {
    const { page, context, problems } = await openTab(size, 'tab=blocked-ips')
    const dialog = page.getByRole('dialog')
    const isKnown = (await owner.get('/api/blocked-ips')).body.length > 0
    if (!isKnown) {
      await page.getByLabel('IP address', { exact: true }).fill('127.0.0.')
      expect(await page.getByText('will be hidden').count()).toBe(0)
      await page.getByLabel('IP address', { exact: true }).fill('127.0.0.1')
      await page.getByText('2 visitors, 2 leads and 4 page views will be hidden.').waitFor()
      await expectSound(page)
      await page.getByRole('button', { name: 'Block IP' }).click()
      await toast(page, 'IP Blocked')
    } else {
      await page.getByRole('switch', { name: /127\.0\.0\.1/ }).click()
      await dialog.getByText('2 visitors, 2 leads and 4 page views will be hidden.').waitFor()
      await dialog.getByRole('button', { name: 'Block it' }).click()
      await toast(page, 'IP Activated')
    }
    expect(await counted()).toEqual(nothing)

    // The question closes and the list shows it a moment after the notice.
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('switch', { name: /127\.0\.0\.1/, checked: true, disabled: false }).press('Space')
    await dialog.getByText('2 visitors, 2 leads and 4 page views will come back.').waitFor()
    await expectSound(page)
    await page.keyboard.press('Escape')
    expect(await counted()).toEqual(nothing)
    await page.getByRole('switch', { name: /127\.0\.0\.1/ }).press('Space')
    await dialog.getByRole('button', { name: 'Stop blocking' }).click()
    await toast(page, 'IP Deactivated')
    expect(await counted()).toEqual(everything)
    expect(problems).toEqual([])
    await context.close()
  })

  it(`leaves the owner’s own browser out and takes it back, ${device}`, async () => {
    const { page, context, problems } = await openTab(size, 'tab=visitors')
    const dialog = page.getByRole('dialog')
    await page.getByRole('link', { name: 'Ann Okonkwo' }).click()
    await dialog.getByRole('link', { name: 'Details', exact: true }).click()
    await dialog.getByRole('button', { name: 'This is me' }).click()
    await dialog.getByText('This is you: nothing from this browser counts').waitFor()
    await expectSound(page)
    expect(await counted()).toEqual({ visitors: 1, leads: 1, pageViews: 2 })
    await dialog.getByRole('button', { name: 'Count it again' }).click()
    await dialog.getByRole('button', { name: 'This is me' }).waitFor()
    expect(await counted()).toEqual(everything)
    await escapeDialog(page)

    await page.getByRole('button', { name: 'More about Ann Okonkwo' }).press('Enter')
    const menu = page.getByRole('dialog', { name: 'More about Ann Okonkwo' })
    await expectSound(page)
    await menu.getByRole('button', { name: 'This is me' }).press('Enter')
    await toast(page, 'Marked as you')
    await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor({ state: 'detached' })
    await page.getByRole('switch', { name: 'Show who is not counted' }).click()
    await page.getByText('This is you').waitFor()
    await page.getByRole('button', { name: 'More about Ann Okonkwo' }).click()
    await page.route('**/exclude', (route) =>
      route.fulfill({ status: 503, body: '{"error":"The service is busy."}' }),
    )
    await page.getByRole('button', { name: 'Count it again' }).last().click()
    await toast(page, 'Failed to change this visitor')
    await page.unroute('**/exclude')
    await page.getByRole('button', { name: 'More about Ann Okonkwo' }).click()
    await page.getByRole('button', { name: 'Count it again' }).last().click()
    await toast(page, 'Counted again')
    expect(await counted()).toEqual(everything)
    expect(problems).toEqual([])
    await context.close()
  })
}

ordinaryTest('asks about each of two entries whose switches are pressed in quick succession', async () => {
  const { page, context, problems } = await openTab(handheld, 'tab=blocked-ips&part=pages')
  const dialog = page.getByRole('dialog')
  await page.getByText(/^live/).waitFor()
  for (const path of ['/meme', '/freetraining']) {
    await owner.post('/api/blocked-pages', { pagePath: path })
    await page.getByRole('switch', { name: `Block ${path}`, exact: true }).waitFor()
  }
  const arePressed = Promise.withResolvers<void>()
  await page.route('**/preview?*', (route) => arePressed.promise.then(() => route.continue()))
  for (const path of ['/meme', '/freetraining'])
    await page.getByRole('switch', { name: `Block ${path}`, exact: true }).click()
  arePressed.resolve()
  for (const left of [1, 0]) {
    await dialog.getByRole('button', { name: 'Stop blocking' }).click()
    await expect.poll(() => page.getByRole('switch', { checked: true }).count()).toBe(left)
  }
  await expect.poll(counted).toEqual(everything)
  expect(problems).toEqual([])
  await context.close()
})

thoroughTest('still asks where the numbers cannot be counted, and says so where a switch fails', async () => {
  await owner.post('/api/blocked-pages', { pagePath: '/meme' })
  const { page, context } = await openTab(handheld, 'tab=blocked-ips&part=pages')
  const dialog = page.getByRole('dialog')
  const broken = { status: 500, body: '{"error":"Something went wrong on our side."}' }
  await page.route('**/preview?*', (route) => route.fulfill(broken))
  await page.getByLabel('Page path', { exact: true }).fill('/freetraining')
  await page.getByText('What it would hide could not be counted.').waitFor()
  await page.getByRole('switch', { name: /meme/ }).click()
  await dialog.getByText('What it will change could not be counted.').waitFor()
  await expectSound(page)
  await page.route('**/api/blocked-pages/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(broken) : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Stop blocking' }).click()
  await toast(page, 'Failed to update page block status')
  await context.close()
})

thoroughTest('keeps the next address that is typed while numbers are still read after a block', async () => {
  const { page, context } = await openTab(desk, 'tab=blocked-ips')
  // Whatever the tests before have left there, the list has come.
  await page.getByText('No blocked IP addresses').or(page.getByRole('switch')).first().waitFor()
  const isTyped = Promise.withResolvers<void>()
  await page.route('**/api/blocked-ips', async (route) => {
    if (route.request().method() === 'GET') await isTyped.promise
    await route.continue()
  })
  const address = page.getByLabel('IP address', { exact: true })
  const reason = page.getByLabel('Reason (optional)')
  await address.fill('192.0.2.7')
  await reason.fill('The office')
  await page.getByRole('button', { name: 'Block IP' }).click()
  await toast(page, 'IP Blocked')
  await address.fill('192.0.2.8')
  isTyped.resolve()
  await page.getByRole('switch', { name: 'Block 192.0.2.7' }).waitFor()
  const button = page.getByRole('button', { name: 'Block IP' })
  await expect.poll(() => button.isEnabled()).toBe(true)
  expect(await address.inputValue()).toBe('192.0.2.8')
  // Without another one the form is empty for what comes next.
  await button.click()
  await page.getByRole('switch', { name: 'Block 192.0.2.8' }).waitFor()
  await expect.poll(() => address.inputValue()).toBe('')
  expect(await reason.inputValue()).toBe('')
  await context.close()
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import {
  escapeDialog,
  expectSound,
  openDashboard,
  toastWith,
  windowsOfRun,
} from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

let product: RunningProduct
let browser: Browser

const ad =
  '/meme?utm_source=facebook&utm_source_platform=ig&utm_campaign=Reels&utm_ad=Dog%20at%20the%20laptop'

beforeAll(async () => {
  product = await runProduct()
  // The owner looked yesterday.
  await product.query(`insert into owner_looks (id, last_looked_at) values (1, now() - interval '1 day')`)
  for (const [index, name] of ['Cy Dahl', 'Ann Okonkwo', 'Bo Lindqvist'].entries()) {
    const visitor = product.browser()
    await visitor.post('/api/visitors/track', { path: name === 'Ann Okonkwo' ? ad : '/meme' })
    await visitor.post('/api/visitors/page-view', { path: '/meme' })
    await visitor.post('/api/capture-lead', {
      ...{
        name,
        email: `${name.slice(0, 2).trim()}@example.com`,
        phone: `202-555-014${index}`,
        page: '/meme',
      },
    })
    if (name === 'Ann Okonkwo')
      await visitor.post('/api/leads/application-confirmation', { fingerprint: 1, page: '/thankyoucall' })
  }
  await product.query(
    `update leads set first_captured_at = now() - interval '3 days' where email = 'cy@example.com'`,
  )
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

describe.each(windowsOfRun)('people before records %s', (device, size) => {
  it('tells on the overview what is new since the last look, and opens its people', async () => {
    const { page, context, problems } = await openDashboard(browser, product.url, { size })
    await page.getByText(/Since you last looked, yesterday/).waitFor()
    await page.getByRole('heading', { name: 'Funnel' }).waitFor()
    await page.getByText(/of leads · /).waitFor()
    await expectSound(page)
    // As on a screen of high contrast, which leaves no colours but its own: the bars have an edge.
    await page.emulateMedia({ forcedColors: 'active' })
    const bars = page.locator('ol > li > span[aria-hidden]')
    const edges = await bars.evaluateAll((all) =>
      all.map((bar) => `${getComputedStyle(bar).borderTopWidth} ${getComputedStyle(bar).opacity}`),
    )
    expect(new Set(edges)).toEqual(new Set(['1px 1']))
    await page.emulateMedia({ forcedColors: 'none' })
    await page.getByRole('link', { name: '2 new leads' }).click()
    await page.getByText('2 leads', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('New since you last looked').count()).toBe(2)
    // As on a screen of high contrast, which leaves no colours but its own.
    await page.emulateMedia({ forcedColors: 'active' })
    const marks = await page
      .getByTitle('New since you last looked')
      .evaluateAll((all) =>
        all.map(
          (mark) =>
            getComputedStyle(mark).backgroundColor === getComputedStyle(document.body).backgroundColor,
        ),
      )
    expect(marks).toEqual([false, false])
    // How far somebody has come: what is reached is filled, what is not yet has an edge.
    const steps = await page
      .locator('[title] > span[aria-hidden] > span')
      .evaluateAll((all) =>
        all.map((step) => [
          getComputedStyle(step).backgroundColor === getComputedStyle(document.body).backgroundColor,
          getComputedStyle(step).borderTopWidth,
        ]),
      )
    expect(steps.filter(([isBlank, edge]) => isBlank && edge === '0px')).toEqual([])
    expect(new Set(steps.map(([, edge]) => edge))).toEqual(new Set(['0px', '1px']))
    await page.emulateMedia({ forcedColors: 'none' })
    await page.goBack()
    await page.getByRole('link', { name: '1 application' }).click()
    await page.getByText('1 lead', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor()
    await page.getByRole('button', { name: /Clear the filter Since/ }).click()
    await page.getByRole('button', { name: /Clear the filter Step/ }).click()
    await page.getByText('3 leads', { exact: true }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  it('shows of each lead how far it came, which ad brought it and the number to call', async () => {
    const { page, context, problems } = await openDashboard(browser, product.url, {
      ...{ size, search: '?tab=leads&range=all' },
    })
    const row = page.getByRole(device === 'at a desk' ? 'row' : 'listitem').filter({ hasText: 'Ann Okonkwo' })
    await row.getByText('Applied', { exact: true }).waitFor()
    expect(await row.getByRole('link', { name: '(202) 555-0141' }).getAttribute('href')).toBe(
      'tel:+12025550141',
    )
    expect(await row.textContent()).toMatch(/Instagram.*Dog at the laptop/)
    // Whoever filled in a form again stands among the newest, first seen days ago.
    const again = page
      .getByRole(device === 'at a desk' ? 'row' : 'listitem')
      .filter({ hasText: /3d ago\s*again (just now|\d+m ago)/ })
    expect(await again.getByRole('link', { name: 'Cy Dahl' }).count()).toBe(1)
    expect(await page.getByText(/^again /).count()).toBe(1)
    if (device === 'on a phone') {
      const first = await page.getByRole('list', { name: 'Leads' }).boundingBox()
      expect(first?.y).toBeLessThanOrEqual(330)
    }
    await expectSound(page)

    await page.getByRole('link', { name: 'Ann Okonkwo' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Call (202) 555-0141' }).waitFor()
    await dialog.getByText('From Instagram · Reels · Dog at the laptop').waitFor()
    await dialog.getByText(/ad ‘Dog at the laptop’/).waitFor()
    // The drawer reaches to the window's edge.
    const box = await dialog.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(size.width)
    await expectSound(page)
    await escapeDialog(page)
    expect(problems).toEqual([])
    await context.close()
  })

  it('sorts by a column, by keyboard, too, and keeps the order in the address', async () => {
    const { page, context, problems } = await openDashboard(browser, product.url, {
      ...{ size, search: '?tab=leads&range=all' },
    })
    const names = () => page.getByRole('link', { name: /^(Ann|Bo|Cy) / }).allTextContents()
    await expect.poll(names).toEqual(['Bo Lindqvist', 'Ann Okonkwo', 'Cy Dahl'])
    if (device === 'at a desk') {
      await page.getByRole('button', { name: 'Name', exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect.poll(names).toEqual(['Ann Okonkwo', 'Bo Lindqvist', 'Cy Dahl'])
      const heading = page.getByRole('columnheader', { name: 'Name' })
      expect(await heading.getAttribute('aria-sort')).toBe('ascending')
      await page.keyboard.press('Enter')
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending')
    } else await page.getByLabel('Sort by').selectOption('-name')
    await expect.poll(names).toEqual(['Cy Dahl', 'Bo Lindqvist', 'Ann Okonkwo'])
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-name')
    await expectSound(page)
    await page.reload()
    await expect.poll(names).toEqual(['Cy Dahl', 'Bo Lindqvist', 'Ann Okonkwo'])
    expect(problems).toEqual([])
    await context.close()
  })

  it('begins each list in the upper part of the screen', async () => {
    const { page, context } = await openDashboard(browser, product.url, {
      ...{ size, search: '?tab=visitors&range=all' },
    })
    const list = page.getByRole(device === 'at a desk' ? 'table' : 'list', { name: 'Visitors' })
    await list.waitFor()
    // Its numbers may still be on their way when it is drawn first.
    await expect.poll(async () => (await list.boundingBox())?.y).toBeLessThanOrEqual(330)
    expect(await page.getByRole('region', { name: 'Summary' }).count()).toBe(0)
    await context.close()
  })
})

ordinaryTest('the lines above the leads come all at once, and move what is below them one time', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=visitors' })
  // However long a machine takes to draw the list without them, they come after it, one by one.
  const isDrawn = Promise.withResolvers<void>()
  for (const [at, path] of ['bookings/without-outcome', 'unmatched', 'quarantine'].entries())
    await page.route(new RegExp(`/api/${path}($|\\?)`), async (route) => {
      await isDrawn.promise
      await new Promise((resolve) => setTimeout(resolve, 60 * (at + 1)))
      await route.fulfill({ json: [], headers: { 'X-Total-Count': '3' } })
    })
  await page.evaluate(() => {
    // The two seconds for which it waits at most are over before a slow machine has drawn anything.
    const later = window.setTimeout
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => (ms === 2000 ? 0 : later(run, ms)) })
    const places = new Set<number>()
    const look = () => {
      const section = document.querySelector('section[aria-label="Leads"]')
      const list = section?.querySelector('[aria-label="Loading"], [aria-busy]')
      if (section && list)
        places.add(Math.round(list.getBoundingClientRect().top - section.getBoundingClientRect().top))
      document.documentElement.dataset.places = [...places].join()
      requestAnimationFrame(look)
    }
    look()
  })
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Leads' }).click()
  await page.locator('html[data-places]:not([data-places=""])').waitFor()
  isDrawn.resolve()
  await page.getByText('3 submissions held back as spam').waitFor()
  await page.locator('[data-index="0"]').waitFor()
  const places = await page.evaluate(() => document.documentElement.dataset.places)
  expect(places?.split(',')).toHaveLength(2)
  await context.close()
})

thoroughTest('opens those who are active now, whatever days are chosen', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?range=yesterday' })
  await page.getByRole('link', { name: 'Active Now' }).click()
  await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor()
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('tab'), searchParams.get('range')]).toEqual(['visitors', 'today'])
  await context.close()
})

thoroughTest(
  'blocks an address from the visitor who came from it, and tells the owner which is theirs',
  async () => {
    const { page, context, problems } = await openDashboard(browser, product.url, {
      search: '?tab=blocked-ips&range=all',
    })
    await page.getByText('Your address is 127.0.0.1').waitFor()
    await page.getByRole('button', { name: 'This is me: block it' }).click()
    expect(await page.getByLabel('IP address').inputValue()).toBe('127.0.0.1')
    await expectSound(page)

    await page.goto(`${product.url}/analytics?tab=visitors&range=all`)
    await page.getByRole('link', { name: 'Bo Lindqvist' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Details', exact: true }).click()
    await dialog.getByRole('button', { name: 'Block this address…' }).click()
    await dialog.getByText('Block 127.0.0.1?').waitFor()
    await dialog
      .getByText(/visitors/)
      .first()
      .waitFor()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Block it' }).click()
    await toastWith(page, 'IP Blocked')
    await dialog.getByText('This address is blocked').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('This address is blocked')

    await page.goto(`${product.url}/analytics?tab=blocked-ips`)
    await page.getByText('This is you').waitFor()
    expect(await page.getByText('Your address is').count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  },
)

ordinaryTest(
  'all visitors without a page view are told beside their list, also those who are not read yet',
  async () => {
    await product.query(`
    insert into visitors (id, first_seen_at, last_seen_at, page_view_count, visit_count)
    select gen_random_uuid(), at, at, 0, 0 from generate_series(1, 150), date_trunc('second', now()) at`)
    const { page, context } = await openDashboard(browser, product.url, { search: '?tab=visitors&range=all' })
    await page.getByText('Showing 100 of 153 visitors').waitFor()
    await page.getByText('150 not counted yet').waitFor()
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('153 visitors', { exact: true }).waitFor()
    await page.getByText('150 not counted yet').waitFor()
    await context.close()
  },
)

ordinaryTest('shows a number that nobody can dial as it was typed, beside the other ways', async () => {
  await product.browser().post('/api/capture-lead', {
    ...{ name: 'Dee Ray', email: 'dee@example.com', phone: '12 34 ask for Dee', page: '/meme' },
  })
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads&range=all' })
  await page.getByRole('link', { name: 'Dee Ray' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('paragraph')
    .filter({ hasText: 'Phone as typed' })
    .getByText('12 34 ask for Dee')
    .waitFor()
  await dialog.getByRole('link', { name: 'Email dee@example.com' }).waitFor()
  expect(await dialog.getByRole('link', { name: /^Call/ }).count()).toBe(0)
  await expectSound(page)
  await context.close()
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { waitFor } from '#support/eventually.ts'
import {
  enterCode,
  escapeDialog,
  expectSound,
  openDashboard,
  toastWith,
  windows,
  windowsOfRun,
} from '#support/owner-dashboard.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { stopClock } from '#support/training-site.ts'

let product: RunningProduct
let browser: Browser
let elsewhere: TestBrowser

beforeAll(async () => {
  product = await runProduct()
  await product.browser().post('/api/capture-lead', {
    ...{ name: 'Ann Okonkwo', email: 'ann@example.com', phone: '202-555-0143', page: '/meme' },
  })
  elsewhere = await product.owner()
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

async function openSettings(size: { width: number; height: number }) {
  const opened = await openDashboard(browser, product.url, { size, search: '?tab=leads' })
  await opened.page.getByRole('button', { name: 'Settings' }).click()
  return { ...opened, dialog: opened.page.getByRole('dialog', { name: 'Settings' }) }
}
const stored = (setting: object) =>
  waitFor(`settings ${JSON.stringify(setting)}`, async () => {
    const { body } = await elsewhere.get('/api/analytics/settings')
    return Object.entries(setting).every(([key, value]) => body[key] === value)
  })
const lead = (page: Page) => page.locator('[data-index="0"]')

thoroughTest('settings that could not be read are not shown as if they were the first ones', async () => {
  await sendJson(elsewhere, 'PUT', '/api/analytics/settings', { trackUserAgents: false })
  await sendJson(elsewhere, 'PUT', '/api/alerts/settings', { emailTo: 'me@example.com' })
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads' })
  // The stream tells of both changes a second after them, and all would be asked for once more.
  await page.route('**/api/live', () => {})
  let isBusy = true
  let askedOfAlerts = 0
  for (const path of ['analytics/settings', 'alerts/settings'])
    await page.route(`**/api/${path}`, (route) => {
      if (path === 'alerts/settings') askedOfAlerts += 1
      return isBusy ? route.fulfill({ status: 503, body: '{"error":"Busy."}' }) : route.continue()
    })
  await page.reload()
  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const failed = (what: string) =>
    dialog.getByRole('alert').filter({ hasText: `${what} could not be loaded` })
  await failed('The alerts').waitFor()
  await failed('These settings').waitFor()
  expect(await dialog.getByRole('switch', { name: 'Track user agents' }).count()).toBe(0)
  expect(await dialog.getByLabel('Email address for alerts').count()).toBe(0)
  await expectSound(page)
  isBusy = false
  await failed('These settings').getByRole('button', { name: 'Try again' }).click()
  expect(await dialog.getByRole('switch', { name: 'Track user agents' }).isChecked()).toBe(false)
  // Other parts come with the settings; what the alerts are is asked by nobody but the owner.
  await dialog.getByRole('switch', { name: 'Dense table view' }).waitFor()
  expect(askedOfAlerts).toBe(1)
  await failed('The alerts').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => dialog.getByLabel('Email address for alerts').inputValue()).toBe('me@example.com')
  await sendJson(elsewhere, 'PUT', '/api/analytics/settings', { trackUserAgents: true })
  await sendJson(elsewhere, 'PUT', '/api/alerts/settings', { emailTo: '' })
  await context.close()
})

describe.each(windowsOfRun)('the settings %s', (_device, size) => {
  it('keep each choice on the server and show it at once', async () => {
    const { page, context, dialog, problems } = await openSettings(size)
    const before = (await lead(page).boundingBox())?.height ?? 0
    await dialog.getByLabel('Timezone').selectOption('Asia/Tokyo')
    await stored({ timezone: 'Asia/Tokyo' })
    await expect.poll(() => new URL(page.url()).searchParams.get('tz')).toBe('Asia/Tokyo')
    const agents = dialog.getByRole('switch', { name: 'Track user agents' })
    await expect.poll(() => agents.isChecked()).toBe(true)
    expect(await dialog.getByRole('switch', { name: 'Auto-refresh data' }).isChecked()).toBe(false)
    await agents.uncheck()
    await dialog.getByRole('switch', { name: 'Auto-refresh data' }).check()
    await dialog.getByRole('switch', { name: 'Dense table view' }).check()
    await stored({ trackUserAgents: false, autoRefresh: true, dense: true })
    await expect.poll(async () => (await lead(page).boundingBox())?.height ?? 0).toBeLessThan(before)
    await expectSound(page)

    await dialog.getByLabel('Timezone').selectOption('America/Los_Angeles')
    await agents.check()
    await dialog.getByRole('switch', { name: 'Auto-refresh data' }).uncheck()
    await dialog.getByRole('switch', { name: 'Dense table view' }).uncheck()
    await stored({ timezone: 'America/Los_Angeles', trackUserAgents: true, autoRefresh: false, dense: false })
    await escapeDialog(page)
    expect(problems).toEqual([])
    await context.close()
  })

  it('hand out the lists as files', async () => {
    const { page, context, dialog } = await openSettings(size)
    // This browser speaks English; Excel in German wants semicolons.
    const leads = dialog.getByRole('link', { name: 'Leads', exact: true })
    expect(await leads.getAttribute('href')).toContain('separator=comma')
    await dialog.getByRole('switch', { name: 'Semicolons between columns' }).check()
    await expect.poll(() => leads.getAttribute('href')).toContain('separator=semicolon')
    for (const [name, file] of [
      ['Visitors', /^visitors-.*\.csv$/],
      ['Leads', /^leads-.*\.csv$/],
      ['Page views', /^page-views-.*\.csv$/],
      ['Tag log', /^tag-log.*\.csv$/],
    ] as const) {
      const download = page.waitForEvent('download')
      await dialog.getByRole('link', { name, exact: true }).click()
      expect((await download).suggestedFilename()).toMatch(file)
    }
    await context.close()
  })

  it('list who is signed in, and sign another browser out', async () => {
    const other = await product.owner()
    const { page, context, dialog } = await openSettings(size)
    const sessions = dialog.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await sessions.filter({ hasText: 'this browser' }).waitFor()
    expect(
      await sessions.filter({ hasText: 'this browser' }).getByRole('button', { name: 'Sign out' }).count(),
    ).toBe(0)
    const before = await sessions.count()
    const end = sessions.filter({ hasText: 'Instagram' }).first().getByRole('button', { name: 'Sign out' })
    await end.press('Enter')
    await toastWith(page, 'Session ended')
    await expect.poll(() => sessions.count()).toBe(before - 1)
    // Whoever works by keyboard goes on from the list: the button goes with its row.
    const list = dialog.getByRole('list', { name: 'Sessions' })
    await expect.poll(() => list.evaluate((one) => one === document.activeElement)).toBe(true)
    expect((await other.get('/api/analytics/session')).status).toBe(401)
    await expectSound(page)
    await context.close()
  })
})

ordinaryTest(
  'two sessions that are signed out one right after the other both stand there as pressed',
  async () => {
    const others = [await product.owner(), await product.owner()]
    const { page, context, dialog } = await openSettings({ width: 1280, height: 800 })
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/analytics/sessions/*', async (route) => {
      await answered.promise
      await route.continue()
    })
    const ends = dialog.getByRole('list', { name: 'Sessions' }).getByRole('button', { name: 'Sign out' })
    await expect.poll(() => ends.count()).toBeGreaterThanOrEqual(others.length)
    const before = await ends.count()
    for (const at of [0, 1]) await ends.nth(at).click()
    for (const at of [0, 1]) await expect.poll(() => ends.nth(at).isDisabled()).toBe(true)
    answered.resolve()
    await expect.poll(() => ends.count()).toBe(before - 2)
    await context.close()
  },
)

thoroughTest.each(windows)(
  'keep several quick choices while the first is still being answered, and take back what is refused, %s',
  async (_device, size) => {
    const { page, context, dialog } = await openSettings(size)
    const switches = ['Track user agents', 'Auto-refresh data', 'Dense table view'].map((name) =>
      dialog.getByRole('switch', { name }),
    )
    const states = () => Promise.all(switches.map((each) => each.isChecked()))
    await expect.poll(states).toEqual([true, false, false])
    let answered = 0
    let looks = 0
    // However long a busy machine takes to press three of them, none is answered before.
    const pressed = Promise.withResolvers<void>()
    await page.route('**/api/analytics/settings', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await pressed.promise
      // However slow a look is, there is a whole one between two answers.
      const before = looks
      if (answered < 3) await waitFor('another look', () => looks > before + 1)
      // Counted before the page can know: what is read while fewer than three are is what it shows until then.
      answered += 1
      await (answered === 2 ? route.fulfill({ status: 500, body: '' }) : route.continue())
    })
    const seen = new Set<string>()
    for (const each of switches) await each.click()
    // It comes with the second answer and stays for five seconds, in which the looks until the third may not be over.
    const refused = toastWith(page, 'The setting was not saved')
    pressed.resolve()
    while (answered < 3) {
      const shown = (await states()).join()
      looks += 1
      if (answered < 3) seen.add(shown)
    }
    expect([...seen]).toEqual(['false,true,true'])
    await refused
    await expect.poll(states).toEqual([false, false, true])
    await stored({ trackUserAgents: false, autoRefresh: false, dense: true })
    for (const each of [switches[0], switches[2]]) await each?.click()
    await stored({ trackUserAgents: true, dense: false })
    await expect.poll(states).toEqual([true, false, false])
    await context.close()
  },
)

thoroughTest.each(windows)(
  'show a notice over the open dialog, where it can be heard and dismissed, %s',
  async (_device, size) => {
    const { page, context, dialog } = await openSettings(size)
    await dialog.getByRole('button', { name: 'Clear Cache' }).click()
    // Inside the dialog: all that stands outside it is covered and inert.
    const notice = dialog.getByRole('listitem').filter({ hasText: 'Everything on screen was reloaded.' })
    // Under a resting mouse it stays, however long looking at it takes.
    await notice.hover()
    await toastWith(page, 'Cache cleared')
    await expectSound(page)
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await notice.waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    // Five seconds of the page's time after it came it goes: a slow machine takes as long to close the dialog.
    await page.clock.install()
    await stopClock(page)
    await dialog.getByRole('button', { name: 'Clear Cache' }).click()
    await notice.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await toastWith(page, 'Cache cleared')
    await context.close()
  },
)

thoroughTest('open at the backups for whoever reads above everything that one failed', async () => {
  await product.query(`insert into backups (id, occasion, state, started_at, touched_at, finished_at, file, reason)
    values (gen_random_uuid(), 'nightly', 'failed', now(), now(), now(), 'x.leadline', 'The disk is full.')`)
  await product.query('update backup_watch set since = now()')
  const { page, context } = await openDashboard(browser, product.url, { size: windows[1][1] })
  await page.getByRole('button', { name: 'Details of the backups' }).click()
  const backups = page.getByRole('dialog', { name: 'Settings' }).getByRole('heading', { name: 'Backups' })
  await expect.poll(() => backups.evaluate((heading) => heading === document.activeElement)).toBe(true)
  // The parts above it take more room once they are read.
  await page.getByLabel('Webhook address for alerts').waitFor()
  await expect
    .poll(() => backups.evaluate((heading) => heading.getBoundingClientRect().bottom))
    .toBeLessThan(200)
  expect(await backups.evaluate((heading) => heading.getBoundingClientRect().top)).toBeGreaterThan(120)
  await product.query('delete from backups')
  await product.query('update backup_watch set since = null')
  await context.close()
})

ordinaryTest('changes the password only with the old one, and signs every other browser out', async () => {
  const { page, context, dialog } = await openSettings(windows[1][1])
  await dialog.getByText('Analytics Dashboard v2.0').waitFor()
  await dialog.getByText('Password: Set').waitFor()
  expect(await dialog.textContent()).not.toContain(ownerPassword)
  expect((await elsewhere.get('/api/analytics/session')).status).toBe(200)

  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByLabel('Current password').fill('not the code')
  await dialog.getByLabel('New password').fill('a brand-new code')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Incorrect password' }).waitFor()
  await expectSound(page)
  expect((await elsewhere.get('/api/analytics/session')).status).toBe(200)

  await dialog.getByLabel('Current password').fill(ownerPassword)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await toastWith(page, 'Every other session has ended.')
  await expect
    .poll(() => dialog.getByRole('list', { name: 'Sessions' }).getByRole('listitem').count())
    .toBe(1)
  expect((await elsewhere.get('/api/analytics/session')).status).toBe(401)

  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await enterCode(page, ownerPassword)
  await toastWith(page, 'Incorrect password')
  await enterCode(page, 'a brand-new code')
  await toastWith(page, 'Access granted')
  await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor()
  await context.close()
})

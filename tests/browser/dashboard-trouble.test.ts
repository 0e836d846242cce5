import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openChromium, openVisitor } from '#support/chromium.ts'
import {
  enterCode,
  expectSound,
  openDashboard,
  toastWith,
  windows,
  windowsOfRun,
} from '#support/owner-dashboard.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendRush } from '#support/send-rush.ts'
import { thoroughTest } from '#support/share-of.ts'
import { startTcpProxy, type TcpProxy } from '#support/tcp-proxy.ts'
import { holdRollup } from '#support/trouble-rollup.ts'

let product: RunningProduct
let wire: TcpProxy
let browser: Browser

beforeAll(async () => {
  product = await runProduct()
  wire = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(product.url).port) }))
  await becomeLead('Ann Okonkwo')
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await wire?.stop()
  await product?.end()
})

afterEach(() => wire.pass())

async function becomeLead(name: string) {
  const email = `${name.replace(' ', '.').toLowerCase()}@example.com`
  const answer = await product
    .browser()
    .post('/api/capture-lead', { name, email, phone: '202-555-0143', page: '/meme' })
  expect(answer.status).toBe(200)
}
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh', exact: true }).first().click()
const status = (page: Page, word: string) =>
  page
    .getByRole('banner')
    .getByText(new RegExp(`^${word}`))
    .waitFor()

describe.each(windowsOfRun)('trouble %s', (device, size) => {
  it('says that the password is wrong and lets in with the right one', async () => {
    const { page, context } = await openVisitor(browser, { size })
    await page.goto(`${product.url}/analytics?tab=leads`)
    await page.getByRole('heading', { name: 'Analytics Command Center' }).waitFor()
    await enterCode(page, 'wrong')
    // One notice says both, and goes after five seconds.
    await Promise.all([toastWith(page, 'Access denied'), toastWith(page, 'Incorrect password')])
    await page.getByRole('alert').filter({ hasText: 'Incorrect password' }).waitFor()
    await page.getByText('npm run owner:password').waitFor()
    await expectSound(page)
    await enterCode(page, ownerPassword)
    await toastWith(page, 'Welcome to the Analytics Command Center')
    await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor()
    await context.close()
  })

  thoroughTest(
    'says during a rush what is exact already, and goes on by itself when the rest is, too',
    async () => {
      // What came before is counted before nothing is.
      await expect.poll(async () => (await product.query('select from rollup_queue')).length).toBe(0)
      const release = await holdRollup(product)
      onTestFinished(release)
      await sendRush(product, new Date(), 25_000)
      const { page, context } = await openDashboard(browser, product.url, { size, search: '' })
      const notice = page.getByRole('status').filter({ hasText: 'Many people came at once.' })
      await notice.waitFor()
      expect(await notice.textContent()).toContain('25,000 page views to go.')
      await expectSound(page)
      await release()
      await notice.waitFor({ state: 'hidden' })
      await context.close()
    },
  )

  it('says what a refresh came to', async () => {
    const { page, context } = await openDashboard(browser, product.url, { size, search: '?tab=leads' })
    await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/\/api\/customers/, async (route) => {
      await held
      await route.continue()
    })
    await refresh(page)
    await toastWith(page, 'Refreshing...')
    letGo()
    await toastWith(page, '✅ Data Refreshed')
    await page.unroute(/\/api\/customers/)

    await page.route(/\/api\/customers/, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await refresh(page)
    await Promise.all([
      toastWith(page, '❌ Refresh Error'),
      toastWith(page, 'Some data may not have updated properly'),
    ])
    await page.getByText(/^Not up to date: The server answered 500/).waitFor()
    await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor()
    await expectSound(page)
    await page.unroute(/\/api\/customers/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Not up to date').waitFor({ state: 'detached' })
    await context.close()
  })

  it('keeps what it has while the server is away, and catches up by itself', async () => {
    const { page, context } = await openDashboard(browser, `http://127.0.0.1:${wire.port}`, {
      ...{ size, search: '?tab=leads' },
    })
    await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor()
    await status(page, 'live')
    await wire.refuse()
    await status(page, 'paused')
    await refresh(page)
    await toastWith(page, '❌ Refresh Error')
    await page.getByText(/^Not up to date: The server cannot be reached/).waitFor()
    await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor()
    await expectSound(page)
    const late = `Late ${device.split(' ').at(-1)}`
    await becomeLead(late)
    await wire.pass()
    await status(page, 'live')
    await page.getByRole('link', { name: late }).waitFor()
    await expect.poll(() => page.getByText(/not up to date/i).count()).toBe(0)
    await context.close()
  })
})

thoroughTest.each(windows)(
  'waits for a view that was never opened before while the server is away, and then shows it, %s',
  async (_device, size) => {
    const { page, context } = await openDashboard(browser, `http://127.0.0.1:${wire.port}`, {
      ...{ size, search: '?tab=leads' },
    })
    await page.getByRole('link', { name: 'Ann Okonkwo' }).waitFor()
    await wire.refuse()
    await page.getByRole('link', { name: 'AutoTags' }).click()
    await page.waitForTimeout(3000)
    expect(await page.getByText('The dashboard stopped working').count()).toBe(0)
    await wire.pass()
    await page.getByText('VH01 - Lead').first().waitFor()
    await context.close()
  },
)

thoroughTest('comes back to the same view after a session was ended elsewhere', async () => {
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size: windows[1][1], search: '?tab=leads&range=all&q=okonkwo' },
  })
  await page.getByRole('link', { name: 'Ann Okonkwo' }).click()
  await page.getByRole('dialog').getByText('Became a lead', { exact: true }).waitFor()
  const view = page.url()
  const owner = await product.owner()
  const { body: sessions } = await owner.get('/api/analytics/sessions')
  for (const { id, isCurrent } of sessions)
    if (!isCurrent) await owner.send('DELETE', `/api/analytics/sessions/${id}`)
  await page.getByText('Your session has ended. Please sign in again.').waitFor()
  expect(await page.getByText('Ann Okonkwo').count()).toBe(0)
  await expectSound(page)
  await enterCode(page, ownerPassword)
  await page.getByRole('dialog').getByText('Became a lead', { exact: true }).waitFor()
  expect(page.url()).toBe(view)
  await context.close()
})

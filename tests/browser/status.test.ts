import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { waitFor } from '#support/eventually.ts'
import { expectSound, openDashboard, windowsOfRun } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

const room = { lowShare: 0, fullBytes: 0, fullShare: 0 }
const full = { lowShare: 1.01, fullBytes: Number.MAX_SAFE_INTEGER, fullShare: 1.01 }
let limits = room

let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await runProduct({ diskLimits: () => limits, watchDisksEveryMs: 100 })
  await product.browser().post('/api/capture-lead', {
    ...{ name: 'Ann Okonkwo', email: 'ann@example.com', phone: '202-555-0143', page: '/meme' },
  })
  await product.query('insert into database_sizes values (current_date - 9, 1000000, 0)')
  await waitFor('counted', async () => {
    const [row] = await product.query('select count(*)::integer as waiting from rollup_queue')
    return row?.waiting === 0
  })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

it.each(windowsOfRun)(
  'the status tells how the installation is, and what needs attention %s',
  async (_device, size) => {
    limits = room
    const { page, context, problems } = await openDashboard(browser, product.url, {
      size,
      search: '?tab=leads',
    })
    await page.clock.install()
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Show Status' }).click()
    await page.getByText('The server is fine').waitFor()
    expect(new URL(page.url()).searchParams.get('tab')).toBe('status')
    const part = (name: string) => page.getByRole('region', { name })
    const wordsOf = async (name: string) => (await part(name).textContent()) ?? ''
    expect(await wordsOf('Disk space')).toMatch(/data folder, videos.*[\d.]+ [GT]B of [\d.]+ [GT]B free/s)
    const waiting = await wordsOf('Waiting')
    expect(waiting).toMatch(/not yet in your numbers\s*none/)
    expect(waiting).toMatch(/Leads for the CRM\s*1 waiting/)
    expect(await wordsOf('Size')).toMatch(/Growth\s*[\d.]+ MB a week.*too few page views to say/s)
    await part('Size').getByText('The largest tables').click()
    expect(await part('Size').getByText('page_views', { exact: true }).count()).toBe(1)
    expect(await wordsOf('In the background')).toMatch(/Deliver leads to the CRM\s*1 waiting/)
    const running = await wordsOf('Running')
    expect(running).toMatch(/answers you.*up for .* of memory/s)
    expect(running).toMatch(/Schema\s*\d{4}-.*Database\s*PostgreSQL \d+/s)
    await expectSound(page)

    limits = full
    const notice = page.getByText('The disk is full: your pages stay open')
    await expect
      .poll(async () => {
        await page.clock.fastForward(15_000)
        return notice.isVisible()
      })
      .toBe(true)
    expect(await wordsOf('Disk space')).toContain('full')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectSound(page)
    expect(problems).toEqual([])
    await context.close()
  },
)

// A sample of it is in tests/api/retention.test.ts.
import { describe, expect, it, onTestFinished } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { waitFor } from '#support/eventually.ts'
import { expectSound, openDashboard, toastWith, windows } from '#support/owner-dashboard.ts'
import { runProduct } from '#support/running-product.ts'

const { browser } = await browseProduct()
const DAY = 86_400_000
// Where to keep pictures, for whoever wants to look.

describe.each(windows)('how long data is kept %s', (_window, size) => {
  it('is chosen after what goes is said, and screens say since when page views are there', async () => {
    const today = Date.now()
    let now = new Date('2026-02-10T12:00:00Z')
    const product = await runProduct({ clock: { now: () => now }, lookForPastTimeEveryMs: 100 })
    onTestFinished(product.end)
    const visitor = product.browser()
    const seen = { path: '/meme', title: 'A page' }
    await visitor.post('/api/visitors/page-view', seen)
    const details = { name: 'Ada Kern', email: 'ada@example.com', phone: '(202) 555-0143', page: '/meme' }
    await visitor.post('/api/capture-lead', details)
    now = new Date(Math.max(today, Date.parse('2026-11-23T12:00:00Z')))
    await visitor.post('/api/visitors/page-view', seen)
    await waitFor('the night’s work', async () => {
      const { body } = await (await product.owner()).get('/api/retention')
      return body.doneAt === now.toISOString()
    })
    const { page, context, problems } = await openDashboard(browser, product.url, {
      size,
      search: '?tab=overview&range=all',
    })
    onTestFinished(() => context.close())
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    const views = dialog.getByLabel('Page views, visitors and addresses')
    expect(await views.inputValue()).toBe('14')
    expect(await dialog.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await views.selectOption('3 months')
    await dialog.getByRole('button', { name: 'Save…' }).click()
    const asked = dialog.getByRole('region', { name: 'Keep less?' })
    await asked.getByText(/^1 page view from Feb 10, 2026 on will be deleted, up to \w+ 1, \d{4}\./).waitFor()
    await asked.getByText('cannot be undone').waitFor()
    await asked.getByText(/There is no backup/).waitFor()
    await expectSound(page)
    // Whoever thinks again keeps what there is.
    await asked.getByRole('button', { name: 'Cancel' }).click()
    expect((await (await product.owner()).get('/api/retention')).body.months.views).toBe(14)
    await dialog.getByRole('button', { name: 'Save…' }).click()
    await asked.getByRole('button', { name: 'Delete what is older' }).click()
    await toastWith(page, 'Saved')
    await dialog.getByText(/^Next, .+: 1 page view from Feb 10, 2026 on/).waitFor()

    now = new Date(now.getTime() + DAY)
    await waitFor('the month to go', async () => {
      const { body } = await (await product.owner()).get('/api/retention')
      return body.keptFrom !== null
    })
    await page.goto(`${product.url}/analytics?tab=overview&range=all`)
    await page.getByText(/^Page views are kept from \w+ 1, \d{4} on\. Numbers of older days stay/).waitFor()
    await expectSound(page)
    await page.goto(`${product.url}/analytics?tab=overview&range=all&tz=Asia/Tokyo`)
    await page.getByText(/^Numbers in this timezone begin on \w+ 2, \d{4}/).waitFor()
    await page.goto(`${product.url}/analytics?tab=leads&range=all`)
    await page.locator('main a[href*="open="]').first().click()
    await page
      .getByText(/^Page views from before \w+ 1, \d{4} are no longer kept\.$/)
      .first()
      .waitFor()
    await page.goto(`${product.url}/analytics?tab=status`)
    await page.getByText('Page views are kept').waitFor()
    await page.getByText('3 months').waitFor()
    await expectSound(page)
    expect(problems).toEqual([])
  })
})

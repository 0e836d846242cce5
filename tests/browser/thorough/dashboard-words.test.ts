// A sample of it is in tests/browser/dashboard.test.ts.
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { clockFrom } from '#support/clock-from.ts'
import { expectSound, openDashboard } from '#support/owner-dashboard.ts'

// Days of another year than today's name theirs.
const { product, browser } = await browseProduct({ clock: clockFrom('2026-11-25T20:00:00Z') })
const phone = { width: 360, height: 740 }

const ann = product.browser()
await ann.post('/api/visitors/page-view', {
  path: '/meme?utm_source=tiktok&utm_campaign=spring',
  title: 'A meme',
})
await ann.post('/api/capture-lead', {
  ...{ name: 'Ann Okonkwo', email: 'ann@example.com', phone: '202-555-0143', page: '/meme' },
})

it('says one of a thing in the singular', async () => {
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size: phone, search: '?tab=pages&range=all' },
  })
  const row = page.getByRole('listitem').filter({ hasText: '/meme' }).first()
  await row.getByText('1 view', { exact: true }).waitFor()
  await row.getByText(/^1 conversion ·/).waitFor()
  await page.goto(`${product.url}/analytics?tab=overview&range=all`)
  const totals = page.getByText('In total').locator('xpath=..')
  await expect.poll(() => totals.textContent()).toBe('In total1visitor1view1lead')
  await page.getByRole('button', { name: 'All traffic' }).click()
  const choice = page
    .getByRole('dialog', { name: 'Narrow the overview' })
    .getByRole('button', { name: /^spring/ })
  await expect.poll(() => choice.textContent()).toBe('spring1 view')
  // One more than is shown at first.
  await product.query(`
    insert into page_views (visitor_id, at, path, id, source, attribution, hidden)
    select visitor_id, at - n * interval '1 hour', '/meme2', gen_random_uuid(), source, attribution, true
    from page_views cross join generate_series(1, 10) n where path = '/meme'`)
  const [view] = await product.query("select visitor_id from page_views where path = '/meme' limit 1")
  await page.goto(`${product.url}/analytics?tab=visitors&range=all&view=details&open=${view?.visitor_id}`)
  await page.getByText('1 earlier page view', { exact: true }).waitFor()
  await context.close()
})

it('says of which days a number is, on a phone and within a dialog, too', async () => {
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ size: phone, search: '?tab=overview&range=custom&from=2026-11-02&to=2026-11-20' },
  })
  await page.getByRole('button', { name: 'Date range: Nov 2 – 20' }).waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByText('Export Data · CSV, Nov 2 – 20').waitFor()
  await page.goto(`${product.url}/analytics?tab=pages&range=last-30-days&open=/meme`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Total Views').waitFor()
  await dialog.getByText(/^Last 30 days · [A-Z][a-z]{2} \d+ – /).waitFor()
  await page.goto(`${product.url}/analytics?tab=pages&range=all&open=/meme`)
  await dialog.getByText('All days').waitFor()
  await expectSound(page)
  await context.close()
})

it('begins no line about an opportunity with a mark that parts nothing', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads&range=all' })
  // Of another year than the browser's day, it would name it.
  await page.clock.setFixedTime(new Date('2026-11-21T20:00:00Z'))
  await page.route(/\/api\/customer-journey\//, async (route) => {
    const answer = await route.fetch()
    const opportunity = {
      ...{ id: 'o1', pipeline: 'Sales', stage: 'Won', status: 'open', value: null },
      changedAt: '2026-11-20T10:00:00.000Z',
    }
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), opportunities: [opportunity] },
    })
  })
  await page.getByRole('link', { name: 'Ann Okonkwo' }).click()
  const line = page
    .getByRole('region', { name: 'In your CRM' })
    .getByRole('listitem')
    .locator('> span')
    .last()
  expect(await line.textContent()).toBe('Nov 20, 2:00 AM')
  // Calls that are under way when the context closes have nobody to be answered to.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

it('names source, campaign and ad in their order where names are written from right to left', async () => {
  const names = { utm_source: 'tiktok', utm_campaign: 'حملة الربيع', utm_ad: 'إعلان الفيديو' }
  const noor = product.browser()
  await noor.post('/api/visitors/page-view', { path: '/meme', ...names })
  await noor.post('/api/capture-lead', {
    ...{ name: 'Noor Haddad', email: 'noor@example.com', phone: '202-555-0144', page: '/meme' },
  })
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads&range=all' })
  /** How far left each of the names reaches. */
  const places = (line: Element, words: string[]) =>
    words.map((word) => {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const at = text.nodeValue?.indexOf(word) ?? -1
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(text, at)
        range.setEnd(text, at + word.length)
        return range.getBoundingClientRect().left
      }
      throw new Error(`${word} is not there`)
    })
  await page.getByRole('link', { name: 'Noor Haddad' }).click()
  const header = page.getByRole('dialog').getByText(/^From TikTok/)
  const lefts = await header.evaluate(places, ['TikTok', names.utm_campaign, names.utm_ad])
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
  await context.close()
})

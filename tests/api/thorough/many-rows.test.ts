// A sample of it is in tests/api/ads.test.ts.
import { expect, test, vi } from 'vitest'
import type { AdFigures, AdResults } from '#contract/ad-results.ts'
import type { PageNumbers } from '#contract/page-analytics.ts'
import { sendDistinctViews } from '#support/distinct-views.ts'
import { ownProduct } from '#support/owned-product.ts'

vi.setConfig({ testTimeout: 240_000 })

const { product, owner } = await ownProduct()

test('of more pages than are listed it says how many there are, and the site’s own are among them', async () => {
  expect(await sendDistinctViews(product.url, 1005)).toEqual([])
  // Strangers' paths come before it by their names, with as many views.
  await product.browser().post('/api/visitors/page-view', { path: '/thankyoucall' })
  const { body, headers } = await owner.get('/api/pages?range=all')
  const pages: PageNumbers[] = body
  expect(pages).toHaveLength(1000)
  expect(headers.get('x-total-count')).toBe('1006')
  expect(pages.find(({ path }) => path === '/thankyoucall')).toMatchObject({ views: 1, visitors: 1 })
  expect(pages.map(({ views }) => views)).toEqual(pages.map(({ views }) => views).toSorted((a, b) => b - a))
})

test('of more ads than are told one by one the others are one sum, and the file has each of them', async () => {
  await product.query(`
    insert into ad_spend (platform, account, currency, day, through, campaign_id, campaign, adset_id, adset, ad_id, ad,
      spend_micros, impressions, clicks)
    select 'meta', 'account', case when n % 7 = 0 then 'EUR' else 'USD' end, '2026-09-01', '2026-09-01', 'c', 'Campaign',
      's', 'Set', 'ad' || n, 'Ad ' || n, n * 1000003, n, n % 5 from generate_series(1, 1300) n`)
  const { body } = await owner.get('/api/ads?range=all&level=ad')
  const { rows, others, unattributed, total, unmatchedSpend }: AdResults = body
  expect(rows).toHaveLength(1000)
  expect(rows[0]?.name).toBe('Ad 1300')
  const all: AdFigures[] = [...rows, ...(others ? [others.figures] : []), unattributed]
  const sum = (of: (figures: AdFigures) => number) => all.reduce((before, figures) => before + of(figures), 0)
  expect(sum(({ impressions }) => impressions)).toBe(total.impressions)
  expect(sum(({ clicks }) => clicks)).toBe(total.clicks)
  expect(sum(({ visitors }) => visitors)).toBe(total.visitors)
  for (const currency of ['EUR', 'USD']) {
    const paid = ({ spend, otherSpend }: AdFigures) =>
      [spend, ...otherSpend].find((one) => one?.currency === currency)?.amount ?? 0
    expect(Math.round(sum(paid) * 10_000)).toBe(Math.round(paid(total) * 10_000))
  }
  // A thousand more came of the links of the visits above.
  expect(others?.count).toBeGreaterThan(300)
  expect(unmatchedSpend.spend).toHaveLength(100)
  expect(unmatchedSpend.spendCount).toBe(1300)
  const file = await owner.get('/api/export/ads.csv?range=all&level=ad')
  const lines = file.text.trim().split('\n').length
  expect(lines).toBe(rows.length + (others?.count ?? 0) + 2)
  // Of what a part of the table holds each row is told, where they are few enough.
  const { body: above } = await owner.get('/api/ads?range=all&level=campaign&parent=meta')
  expect(above).toMatchObject({ others: null, rows: [{ name: 'Campaign' }] })
})

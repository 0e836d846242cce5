// A sample of it is in tests/api/ads.test.ts.
import { expect, test, vi } from 'vitest'
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

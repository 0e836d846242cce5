import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { openForTest } from '#support/open-for-test.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const spelled: [source: string, visits: number][] = [
  ['facebook', 3],
  ['Facebook', 2],
  ['%20FB%20', 1],
  ['News%20Letter', 1],
  ['news%20%20letter', 2],
  ['Direct', 1],
  ['direct', 1],
  ['', 1],
  ['valueOf', 1],
  // As Meta itself fills in where an ad was shown.
  ['th', 1],
  ['Threads', 1],
]
let product: RunningProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runProduct()
  for (const [place, [source, visits]] of spelled.entries())
    for (let visit = 0; visit < visits; visit += 1) {
      const browser = product.browser()
      const query = source === '' ? '' : `?utm_source=${source}`
      await browser.post('/api/visitors/track', { path: `/meme${query}` })
      await browser.post('/api/visitors/page-view', { path: '/meme', title: 'A page' })
      if (visit > 0) continue
      const email = `ann${place}@example.com`
      await browser.post('/api/capture-lead', {
        ...{ name: 'Ann', email, phone: '202-555-0143', page: '/meme', elapsed: 9000 },
      })
    }
  owner = await product.owner()
})
afterAll(() => product?.end())

const rowsOf = async (path: string, source: string): Promise<unknown[]> =>
  (await owner.get(`${path}?range=all&source=${encodeURIComponent(source)}`)).body

describe('a source that links spell in several ways', () => {
  it('is one in the lists of sources, by the spelling with the most views', async () => {
    const { topSources } = (await owner.get('/api/analytics/overview?range=all')).body
    expect(topSources.slice(0, 3)).toEqual([
      { source: 'facebook', views: 6 },
      // Of three that are as many, by name.
      { source: 'Direct', views: 3 },
      { source: 'news  letter', views: 3 },
    ])
    const page = (await owner.get(`/api/pages/${encodeURIComponent('/meme')}/analytics?range=all`)).body
    expect(page.utmData, JSON.stringify(page)).toMatchObject({
      facebook: 6,
      'news  letter': 3,
      Direct: 3,
      valueOf: 1,
    })
  })

  it.each([
    ['facebook', 6, 3],
    ['FACEBOOK', 6, 3],
    ['fb', 6, 3],
    ['NEWS LETTER', 3, 2],
    ['Direct', 3, 3],
    ['direct', 3, 3],
    ['valueof', 1, 1],
    ['threads', 2, 2],
    ['th', 2, 2],
    ['face book', 0, 0],
  ])('is found as %j with all who came by it, in lists and in files', async (source, visitors, leads) => {
    expect(await rowsOf('/api/visitors', source)).toHaveLength(visitors)
    expect(await rowsOf('/api/customers', source)).toHaveLength(leads)
    const { headers } = await owner.get(
      `/api/visitors?range=all&limit=1&source=${encodeURIComponent(source)}`,
    )
    expect(Number(headers.get('x-total-count'))).toBe(visitors)
    for (const [file, rows] of [
      ['visitors', visitors],
      ['leads', leads],
    ] as const) {
      const { text } = await owner.get(
        `/api/export/${file}.csv?range=all&source=${encodeURIComponent(source)}`,
      )
      expect(text.trim().split('\r\n')).toHaveLength(rows + 1)
    }
  })

  it('leaves what is counted as it was, which a recount agrees with', async () => {
    expect(await verifyReports(openForTest(product.databaseUrl))).toEqual([])
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

// A Monday, and the Friday of the week after the next.
const days = ['2026-11-09', '2026-11-20'] as const
let now = new Date(`${days[0]}T20:00:00Z`)
let product: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now } })
  for (const day of days) {
    now = new Date(`${day}T20:00:00Z`)
    const visitor = product.browser()
    await visitor.post('/api/visitors/page-view', { path: '/meme' })
    const lead = { name: day, email: `of-${day}@example.com`, phone: '2025550143', page: '/meme' }
    await visitor.post('/api/capture-lead', lead)
  }
  owner = await product.owner()
})
afterAll(() => product?.end())

const totalOf = async (path: string) => Number((await owner.get(path)).headers.get('x-total-count'))

test.each(['/api/visitors', '/api/page-views', '/api/customers', '/api/auto-tags/logs', '/api/ads/people'])(
  '%s is of the days that are named, also where no range is',
  async (list) => {
    const [first, last] = days
    expect(await totalOf(`${list}?range=all`)).toBe(2)
    expect(await totalOf(`${list}?from=${first}&to=${first}`)).toBe(1)
    expect(await totalOf(`${list}?from=2026-11-10&to=2026-11-12`)).toBe(0)
    expect(await totalOf(`${list}?from=${first}`)).toBe(2)
    expect(await totalOf(`${list}?to=2026-11-19`)).toBe(1)
    // A range that is named is the one.
    expect(await totalOf(`${list}?range=today&from=${first}&to=${first}`)).toBe(1)
    expect((await owner.get(`${list}?range=today&from=${first}`)).text).toContain(last)
  },
)

test('so are numbers and files', async () => {
  const [first] = days
  const asked = `from=${first}&to=${first}`
  expect((await owner.get(`/api/analytics/summary?${asked}`)).body).toMatchObject({
    from: first,
    to: first,
    visitors: 1,
    leads: 1,
  })
  for (const file of ['leads', 'tag-logs']) {
    const { text, headers } = await owner.get(`/api/export/${file}.csv?${asked}`)
    expect(text).toContain(`of-${first}@`)
    expect(text).not.toContain(`of-${days[1]}@`)
    expect(headers.get('content-disposition')).toContain(`${first}-to-${first}`)
  }
})

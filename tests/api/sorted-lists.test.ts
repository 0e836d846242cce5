import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser

const people = [
  { name: 'Cy', page: '/meme', views: 3, timezone: 'Asia/Tokyo' },
  { name: 'ann', page: '/lander-hack', views: 1, timezone: 'UTC' },
  { name: 'Bo', page: '/', views: 2, timezone: 'America/Denver' },
]

beforeAll(async () => {
  product = await runProduct()
  owner = await product.owner()
  for (const [index, { name, page, views, timezone }] of people.entries()) {
    const browser = product.browser()
    await browser.post('/api/visitors/track', { path: page, timezone })
    for (let view = 0; view < views; view += 1)
      await browser.post('/api/visitors/page-view', { path: `/page-${view}` })
    await browser.post('/api/capture-lead', {
      ...{ name, page, email: `${name.toLowerCase()}@example.com`, phone: `202-555-010${index}` },
    })
    if (name === 'Bo')
      await browser.post('/api/leads/application-confirmation', { fingerprint: 1, page: '/thankyoucall' })
  }
})
afterAll(() => product?.end())

const names = async (path: string) => {
  const { body, headers } = await owner.get(path)
  return {
    names: body.map(({ name }: { name: string }) => name),
    next: headers.get('x-next-cursor'),
    headers,
  }
}

describe('a sorted list', () => {
  it('of leads is in the order of any of its columns, both ways', async () => {
    const by = async (query: string) => (await names(`/api/customers?range=all&${query}`)).names
    expect(await by('sort=name')).toEqual(['ann', 'Bo', 'Cy'])
    expect(await by('sort=name&dir=desc')).toEqual(['Cy', 'Bo', 'ann'])
    expect(await by('sort=stage&dir=desc')).toEqual(['Bo', 'ann', 'Cy'])
    expect(await by('sort=page')).toEqual(['Bo', 'ann', 'Cy'])
    expect(await by('sort=first-seen')).toEqual(['Cy', 'ann', 'Bo'])
    expect(await by('')).toEqual(['Bo', 'ann', 'Cy'])
  })

  it('of visitors is so, too', async () => {
    const by = async (query: string) => (await names(`/api/visitors?range=all&${query}`)).names
    expect(await by('sort=views&dir=desc')).toEqual(['Cy', 'Bo', 'ann'])
    expect(await by('sort=timezone')).toEqual(['Bo', 'Cy', 'ann'])
  })

  it('of the rules’ log is so, too', async () => {
    const { body } = await owner.get('/api/auto-tags/logs?sort=lead&limit=1000')
    const leads: string[] = body.map(({ leadName }: { leadName: string }) => leadName)
    expect(leads).toEqual(leads.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })))
  })

  it('comes page by page, each row once', async () => {
    const first = await names('/api/customers?range=all&sort=name&limit=2')
    expect(first.names).toEqual(['ann', 'Bo'])
    expect(first.headers.get('x-total-count')).toBe('3')
    const second = await names(`/api/customers?range=all&sort=name&limit=2&cursor=${first.next}`)
    expect([second.names, second.next]).toEqual([['Cy'], null])
  })

  it('refuses a column that it does not have', async () => {
    expect((await owner.get('/api/customers?sort=password')).status).toBe(422)
  })

  it('of more than a thousand rows comes newest first, and says so', async () => {
    await product.query(`
      insert into visitors (id, first_seen_at, last_seen_at, last_counted_at, was_active)
      select gen_random_uuid(), now() - n * interval '1 minute', now() - n * interval '1 minute',
        now() - n * interval '1 minute', true from generate_series(1, 1000) n`)
    const { headers, body } = await owner.get('/api/visitors?range=all&sort=views')
    expect(headers.get('x-sort-skipped')).toBe('true')
    expect(body[0].name).toBe('Bo')
    const found = await owner.get('/api/visitors?range=all&sort=name&q=example.com')
    expect(found.headers.get('x-sort-skipped')).toBeNull()
  })
})

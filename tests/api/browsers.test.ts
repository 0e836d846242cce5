import { expect, it } from 'vitest'
import { ownProduct } from '#support/owned-product.ts'

const { product, owner } = await ownProduct()

const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 332.0.0.38.90'
const pixel =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

const visits = async (userAgent: string) => {
  const browser = product.browser(userAgent)
  expect((await browser.post('/api/visitors/track', { path: '/' })).status).toBe(200)
  expect((await browser.post('/api/visitors/page-view', { path: '/' })).status).toBe(200)
  const [row] = await product.query('select id from visitors order by first_seen_at desc, id desc limit 1')
  return String(row?.id)
}
const shown = async (id: string) => (await owner.get(`/api/visitors/${id}`)).body.visitor
const stored = () => product.query('select user_agent from browsers order by user_agent')

it('stores a browser once for all who come with it, and shows each visitor its own', async () => {
  const ids = [await visits(instagram), await visits(pixel), await visits(instagram)]
  expect(await stored()).toEqual([{ user_agent: pixel }, { user_agent: instagram }])
  for (const [place, userAgent] of [instagram, pixel, instagram].entries())
    expect(await shown(ids[place] ?? '')).toMatchObject({
      userAgent,
      device: userAgent === pixel ? { os: 'Android', model: 'Pixel 8' } : { os: 'iOS', app: 'Instagram' },
    })
})

it('tells a browser anew that an erased person left without its user agent', async () => {
  const id = await visits(instagram)
  await product.query('update browsers set user_agent = null')
  expect(await shown(id)).toMatchObject({ userAgent: null, device: { app: 'Instagram' } })
  const lead = { name: 'Ann', email: 'ann@example.com', phone: '202-555-0143', page: '/' }
  expect((await product.browser(instagram).post('/api/capture-lead', lead)).status).toBe(200)
  expect(await shown(id)).toMatchObject({ userAgent: instagram })
})

it('leaves a browser to whoever else came with it when one of them is erased', async () => {
  const id = await visits(instagram)
  const gone = product.browser(instagram)
  await gone.post('/api/visitors/track', { path: '/' })
  const lead = { name: 'Cy', email: 'cy@example.com', phone: '202-555-0145', page: '/' }
  expect((await gone.post('/api/capture-lead', lead)).status).toBe(200)
  const [{ personId }] = (await owner.get('/api/customers?range=all&q=cy@example.com')).body
  expect((await owner.post(`/api/people/${personId}/erase`, {})).status).toBe(200)
  expect(await shown(id)).toMatchObject({ userAgent: instagram })
})

it('tells a browser anew once the only one who came with it was erased', async () => {
  const tablet =
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1'
  const gone = product.browser(tablet)
  await gone.post('/api/visitors/track', { path: '/' })
  const lead = { name: 'Bo', email: 'bo@example.com', phone: '202-555-0144', page: '/' }
  expect((await gone.post('/api/capture-lead', lead)).status).toBe(200)
  const [{ personId }] = (await owner.get('/api/customers?range=all&q=bo@example.com')).body
  expect((await owner.post(`/api/people/${personId}/erase`, {})).status).toBe(200)
  expect(await stored()).not.toContainEqual({ user_agent: tablet })
  expect(await shown(await visits(tablet))).toMatchObject({ userAgent: tablet, device: { os: 'iPadOS' } })
})

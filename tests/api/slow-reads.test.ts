import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LIVE_CHANNEL } from '#server/platform/live.ts'
import { runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'

/** Holds back the next answer to what is read from a table, as a slow connection does. */
function holdNextAnswer(table: string) {
  const send = pg.Client.prototype.query
  let letGo = () => {}
  let asked = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const answer = Reflect.apply(send, this, given)
    if (!String(given[0]).includes(`from ${table}`)) return answer
    spy.mockRestore()
    return answer.then(async (read: unknown) => {
      asked()
      await gate
      return read
    })
  })
  return { isAsked, letGo }
}

test('nothing is stored of an erased person’s browser by a process that was still reading who is erased', async () => {
  const product = await runProduct()
  onTestFinished(() => product.end())
  const owner = await product.owner()
  const browser = product.browser()
  await browser.post('/api/capture-lead', {
    name: 'Ann',
    email: 'ann@example.com',
    phone: '1',
    page: '/meme',
  })
  const [lead] = await product.query('select person_id, visitor_id from leads')
  const holding = holdNextAnswer('erased_visitors')
  await product.query('select pg_notify($1, $2)', [LIVE_CHANNEL, 'leads'])
  await holding.isAsked
  expect((await owner.post(`/api/people/${lead?.person_id}/erase`, {})).status).toBe(200)
  holding.letGo()
  expect((await browser.post('/api/visitors/page-view', { path: '/' })).status).toBe(200)
  expect(await product.query('select from page_views where visitor_id = $1', [lead?.visitor_id])).toEqual([])
  expect(await product.query('select from page_views')).toHaveLength(1)
})

test('settings that another process changed stay, though an earlier answer takes longer', async () => {
  const product = await runProduct()
  onTestFinished(() => product.end())
  const owner = await product.owner()
  const settings = async () => (await owner.get('/api/analytics/settings')).body
  await sendJson(owner, 'PUT', '/api/analytics/settings', { dense: true })
  const tell = () => product.query('select pg_notify($1, $2)', [LIVE_CHANNEL, 'settings'])
  const holding = holdNextAnswer('owner_settings')
  await tell()
  await holding.isAsked
  // As another process does it.
  await product.query('update owner_settings set track_user_agents = false')
  await tell()
  await expect.poll(async () => (await settings()).trackUserAgents).toBe(false)
  holding.letGo()
  for (let look = 0; look < 3; look += 1) expect((await settings()).trackUserAgents).toBe(false)
})

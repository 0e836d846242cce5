// A sample of it is in tests/api/connections-meta.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import { contentEditor } from '#support/content-editor.ts'
import { waitFor } from '#support/eventually.ts'
import { type MetaProduct, runMetaProduct } from '#support/meta-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const rightPixel = '123456789012345'

let product: MetaProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runMetaProduct({ pixel: { id: '999999999999999' } })
  owner = await product.owner()
})
afterAll(() => product?.end())

const connection = async (): Promise<Connection> => {
  const { body } = await owner.get('/api/connections')
  return body.connections.find(({ vendor }: Connection) => vendor === 'meta')
}
const publishPixel = (id: string) =>
  contentEditor(owner).live((draft) => {
    draft.pixel.id = id
  })
const claim = async () => product.claim(await product.visitor(), '/', 'Lead', { moment: 'submit' })

/** Has the account rest as after many failures in a row; a try that is under way would end with a shorter rest. */
const restForAnHour = () =>
  waitFor('nobody sends', async () => {
    const rows = await product.query(
      "update ad_connection set paused_until = now() + interval '1 hour' where turn_of is null returning id",
    )
    return rows.length === 1
  })

test('what was meant for a pixel that the site has no more is set aside once Meta does not take it', async () => {
  const before = await claim()
  await waitFor('Meta knows no such pixel', async () => (await connection()).state === 'failing')
  expect(await connection()).toMatchObject({ waiting: 1, parked: 0 })
  await publishPixel(rightPixel)
  const after = await claim()
  await waitFor('it is reported', () => product.meta.accepted.some(({ event_id: id }) => id === after))
  await product.settled()
  expect(await connection()).toMatchObject({ state: 'working', failingSince: null, waiting: 0, parked: 1 })
  expect((await connection()).parkedItems).toMatchObject([
    { id: before, reason: expect.stringMatching(/pixel/) },
  ])
})

test('a pixel that was put right is reported to at once, however long the one before had failed', async () => {
  await publishPixel('999999999999999')
  await claim()
  await waitFor('it fails', async () => (await connection()).state === 'failing')
  await restForAnHour()
  await publishPixel(rightPixel)
  const after = await claim()
  await waitFor('it is reported', () => product.meta.accepted.some(({ event_id: id }) => id === after))
  await product.settled()
  expect(await connection()).toMatchObject({ state: 'working', waiting: 0 })
})

test('a token that is refused rests as before, whichever pixel there was', async () => {
  product.meta.failWith('revoked')
  await claim()
  await waitFor('it fails', async () => (await connection()).state === 'failing')
  await restForAnHour()
  const before = product.meta.requests.length
  await publishPixel(rightPixel)
  await claim()
  await waitFor('it was looked at', async () => {
    const rows = await product.query(`select 1 from jobs.job where name = 'send-ad-events'
      and state in ('created', 'retry', 'active') and start_after <= now()`)
    return rows.length === 0
  })
  expect(product.meta.requests.length).toBe(before)
})

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

// A sample of it is in tests/api/vendor-settings.test.ts.
import { expect, onTestFinished, test } from 'vitest'
import { startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'

const locationId = 'loc-replaced-0123'
const [before, after] = ['pit-before-it-was-replaced', 'pit-after-it-was-replaced']

test('a delivery that is under way with the old token while the new one is entered is tried again at once', async () => {
  const crm = await startCrmServer({ token: before, locationId })
  // What fails once is not tried again within the test's patience.
  const product = await runProduct({ environment: { GHL_BASE_URL: crm.url }, retryDelaySeconds: 1800 })
  onTestFinished(async () => {
    await product.end()
    await crm.stop()
  })
  const owner = await product.owner()
  const enter = (values: object) => sendJson(owner, 'PUT', '/api/connections/crm/settings', values)
  expect((await enter({ token: before, locationId })).status).toBe(200)
  crm.changeToken(after)
  await crm.failWith('late', { times: 1, on: 'GET /contacts/search' })
  const asked = crm.log.length
  const lead = { name: 'Ada Kern', email: 'ada@example.com', phone: '(202) 555-0143', page: '/meme' }
  expect((await product.browser().post('/api/capture-lead', lead)).status).toBe(200)
  const underWay = await waitFor('the try is under way', () =>
    crm.log.slice(asked).find(({ path }) => path.startsWith('/contacts/search')),
  )
  expect((await enter({ token: after })).status).toBe(200)
  expect(underWay.status).toBeNull()
  crm.answerLate()
  await waitFor('it is refused', () => underWay.status === 401)
  await waitFor('it is delivered', async () => {
    const rows = await product.query("select 1 from leads where crm_state = 'delivered'")
    return rows.length > 0
  })
  expect(crm.contacts()).toMatchObject([{ email: lead.email, tags: ['vh01 - lead'] }])
})

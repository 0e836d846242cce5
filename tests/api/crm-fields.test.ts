import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { analyticsFields } from '#server/integrations/analytics-fields.ts'
import { loadCrmSchema } from '#support/crm-schema.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const token = 'pit-fields'
const locationId = 'loc1'
const names = Object.values(analyticsFields)
let crm: CrmServer
let product: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  crm = await startCrmServer({ token, locationId, limits: { perInterval: 10_000 } })
  product = await runProduct({
    environment: { GHL_TOKEN: token, GHL_LOCATION_ID: locationId, GHL_BASE_URL: crm.url },
    retryDelaySeconds: 1,
  })
  owner = await product.owner()
})
afterEach(() => crm.recover())
afterAll(async () => {
  await product.end()
  await crm.stop()
})

const create = () => owner.post('/api/ghl/create-analytics-fields', {})
const made = () => crm.effects().filter((effect) => effect.startsWith('custom field created'))
const lead = (email: string, more: object = {}) => ({
  ...{ name: 'Ada Kern', email, phone: '', page: '/meme', lead_magnet: 'Meme Landing Page' },
  phone: `(202) 555-0${String(100 + email.length)}`,
  ...more,
})
const valuesOf = (email: string): Record<string, unknown> => {
  const contact = crm.contacts().find((one) => one.email === email)
  const nameOf = new Map(crm.customFields().map(({ id, name }) => [id, name]))
  return Object.fromEntries((contact?.customFields ?? []).map(({ id, value }) => [nameOf.get(id), value]))
}
const delivered = (email: string) =>
  waitFor(`${email} delivered`, async () => {
    const [row] = await product.query('select crm_state, crm_contact_stale from leads where email = $1', [
      email,
    ])
    return row?.crm_state === 'delivered' && !row.crm_contact_stale
  })

ordinaryTest('a location without the fields takes the lead without them', async () => {
  await product.browser().post('/api/capture-lead', lead('bare@example.com', { utm_source: 'fb' }))
  await delivered('bare@example.com')
  expect(crm.contacts()).toMatchObject([{ email: 'bare@example.com', customFields: [] }])
  expect(crm.log.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
})

ordinaryTest('only the owner may ask', async () => {
  expect((await product.browser().post('/api/ghl/create-analytics-fields', {})).status).toBe(401)
})

ordinaryTest('what the CRM cannot list is refused with its reason', async () => {
  await crm.failWith('down')
  const { status, body } = await create()
  expect([status, body.error]).toEqual([503, expect.stringMatching(/^GoHighLevel could not read/)])
})

ordinaryTest('a field that the CRM refuses fails alone; one it refuses and makes is there', async () => {
  await crm.failWith('refuse-yet-apply', { times: 1, on: 'POST' })
  const { body } = await create()
  expect(body).toMatchObject({ success: true, errors: [] })
  expect(body.results).toHaveLength(names.length)
  expect(made()).toHaveLength(names.length)
  expect(body.results[0]).toEqual({ name: 'UTM Source', outcome: 'there' })
})

thoroughTest(
  'again makes nothing; what was deleted is made anew, and a partial success says so',
  async () => {
    expect((await create()).body).toMatchObject({ success: true, errors: [] })
    expect(made()).toHaveLength(names.length)

    for (const name of ['FBC', 'FBP']) crm.deleteField(fieldId(name))
    await crm.failWith('rate-limited', { times: 1, on: 'POST' })
    const partial = (await create()).body
    expect(partial.success).toBe(false)
    expect(partial.errors.map(({ name }: { name: string }) => name)).toEqual(['FBC', 'FBP'])
    expect(partial.results).toHaveLength(names.length - 2)
  },
)

thoroughTest('a lost answer is looked up: the field counts, nothing is made twice', async () => {
  // The pause that the vendor asked for before is over when calls are let through again.
  const answer = await waitFor('the allowance to come back', async () => {
    await crm.failWith('apply-then-hang-up', { times: 1, on: 'POST' })
    const { status, body } = await create()
    return status === 200 && body.success && body
  })
  expect(answer.results.filter(({ outcome }: { outcome: string }) => outcome === 'created')).toHaveLength(2)
  expect(made()).toHaveLength(names.length + 2)
})

ordinaryTest(
  'a lead brings its values, a direct visit blanks none, and another campaign replaces them',
  async () => {
    const ada = product.browser()
    await ada.post(
      '/api/capture-lead',
      lead('ada@example.com', {
        utm_source: 'fb',
        utm_campaign: 'spring',
        utm_adset: 'A',
        fbclid: 'x1',
        device_type: 'Mobile',
      }),
    )
    await delivered('ada@example.com')
    const first = valuesOf('ada@example.com')
    expect(first).toMatchObject({
      'UTM Source': 'fb',
      'UTM Campaign': 'spring',
      FBCLID: 'x1',
      'Device Type': 'Mobile',
      'Landing Page': '/meme',
      'Lead Magnet': 'Meme Landing Page',
      'Lead ID': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(crm.contacts().find(({ email }) => email === 'ada@example.com')?.source).toBe(
      'Meme Landing Page (fb / spring)',
    )

    await ada.post('/api/capture-lead', lead('ada@example.com', { name: 'Ada K.', page: '/freetraining' }))
    await delivered('ada@example.com')
    expect(valuesOf('ada@example.com')).toMatchObject({ 'UTM Source': 'fb', 'UTM Campaign': 'spring' })

    await ada.post(
      '/api/capture-lead',
      lead('ada@example.com', { utm_source: 'tiktok', utm_campaign: 'fall' }),
    )
    await delivered('ada@example.com')
    expect(valuesOf('ada@example.com')).toMatchObject({
      'UTM Source': 'tiktok',
      'UTM Campaign': 'fall',
      'UTM Ad Set': 'A',
    })
    expect(crm.contacts().find(({ email }) => email === 'ada@example.com')?.source).toBe(
      'Meme Landing Page (fb / spring)',
    )
  },
)

ordinaryTest(
  'a field that was deleted and made anew is found again, and one that is gone costs no lead',
  async () => {
    crm.deleteField(fieldId('UTM Source'))
    await product
      .browser()
      .post('/api/capture-lead', lead('ben@example.com', { utm_source: 'yt', utm_medium: 'video' }))
    await delivered('ben@example.com')
    expect(valuesOf('ben@example.com')).toMatchObject({ 'UTM Medium': 'video' })
    expect(valuesOf('ben@example.com')).not.toHaveProperty('UTM Source')
  },
)

ordinaryTest('every call is one that the CRM documents', ({ skip }) => {
  const schema = loadCrmSchema()
  if (!schema) return skip('skipped: the CRM’s OpenAPI files are not here')
  expect(crm.log.length).toBeGreaterThan(names.length)
  expect(crm.log.flatMap((entry) => schema.requestProblems(entry))).toEqual([])
})

const fieldId = (name: string): string => {
  const field = crm.customFields().find((one) => one.name === name)
  if (!field) throw new Error(`there is no field ${name}`)
  return field.id
}

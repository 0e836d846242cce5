import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { type MetaProduct, runMetaProduct } from '#support/meta-product.ts'
import { sendJson } from '#support/send-json.ts'

const access = { token: 'pit-meta', locationId: 'loc1' }
let crm: CrmServer
let product: MetaProduct
beforeAll(async () => {
  crm = await startCrmServer({ ...access, limits: { perInterval: 100_000 } })
  product = await runMetaProduct({
    readOutcomesEveryMs: 100,
    environment: { GHL_TOKEN: access.token, GHL_LOCATION_ID: access.locationId, GHL_BASE_URL: crm.url },
  })
})
afterAll(async () => {
  await product?.end()
  await crm?.stop()
})

test('Meta is told of a call that the CRM says was held, as of one that the owner says was', async () => {
  const browser = await product.visitor()
  browser.cookies.set('_fbc', 'fb.1.1795255200000.Click1')
  const email = 'ada@example.com'
  await browser.post('/api/capture-lead', { name: 'Ada Kern', email, phone: '202-555-0101', page: '/' })
  await product.claim(browser, '/', 'Lead', { moment: 'submit' })
  const contactId = await waitFor('the lead is in the CRM', async () => {
    const [row] = await product.query('select crm_contact_id from leads where email = $1', [email])
    return row?.crm_contact_id ?? undefined
  })
  const calendarId = crm.outcomes().addCalendar('Strategy call')
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  crm.outcomes().book({
    ...{ calendarId, contactId, startTime: ago(50), dateAdded: ago(300), dateUpdated: ago(5) },
    appointmentStatus: 'showed',
  })
  const owner = await product.owner()
  const on = { half: 'calls', isOn: true }
  expect((await sendJson(owner, 'PUT', '/api/connections/crm/reading', on)).status).toBe(200)
  const told = await waitFor('both were sent', async () => {
    const rows = await product.query(
      `select event_name from ad_events where state = 'sent'
        and event_name in ('CallHeld', 'Schedule') order by event_name`,
    )
    return rows.length >= 2 ? rows.map(({ event_name }) => event_name) : undefined
  })
  expect(told).toEqual(['CallHeld', 'Schedule'])
})

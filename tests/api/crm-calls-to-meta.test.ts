import { afterAll, beforeAll, expect } from 'vitest'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { type MetaProduct, runMetaProduct } from '#support/meta-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const access = { token: 'pit-meta', locationId: 'loc1' }
let crm: CrmServer
let product: MetaProduct
let owner: TestBrowser
let calendarId: string
beforeAll(async () => {
  crm = await startCrmServer({ ...access, limits: { perInterval: 100_000 } })
  product = await runMetaProduct({
    readOutcomesEveryMs: 100,
    environment: { GHL_TOKEN: access.token, GHL_LOCATION_ID: access.locationId, GHL_BASE_URL: crm.url },
  })
  calendarId = crm.outcomes().addCalendar('Strategy call')
  owner = await product.owner()
  const on = { half: 'calls', isOn: true }
  expect((await sendJson(owner, 'PUT', '/api/connections/crm/reading', on)).status).toBe(200)
})
afterAll(async () => {
  await product?.end()
  await crm?.stop()
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Somebody whose browser has reported something, with their contact in the CRM. */
async function person(email: string, phone: string) {
  const browser = await product.visitor()
  browser.cookies.set('_fbc', 'fb.1.1795255200000.Click1')
  await browser.post('/api/capture-lead', { name: 'Ada Kern', email, phone, page: '/' })
  await product.claim(browser, '/', 'Lead', { moment: 'submit' })
  return waitFor('the lead is in the CRM', async () => {
    const [row] = await product.query('select crm_contact_id from leads where email = $1', [email])
    return row?.crm_contact_id ?? undefined
  })
}

/** What Meta was told of somebody's calls, each with its time, once that is so much. */
const told = (email: string, number: number) =>
  waitFor(`${number} were sent`, async () => {
    // Each time: what is in the middle of being read may have begun before the last change.
    await owner.post('/api/connections/crm/reading/now', {})
    const rows = await product.query(
      `select event_name, ad_events.at from ad_events join leads on leads.person_id = ad_events.person_id
        where email = $1 and state = 'sent' and event_name in ('CallHeld', 'Schedule') order by event_name`,
      [email],
    )
    return rows.length >= number
      ? rows.map(({ event_name, at }) => [event_name, at.toISOString()])
      : undefined
  })

ordinaryTest(
  'Meta is told of a call that the CRM says was held, as of one that the owner says was',
  async () => {
    const contactId = await person('ada@example.com', '202-555-0101')
    const changed = ago(5)
    const added = ago(300)
    crm.outcomes().book({
      ...{ calendarId, contactId, startTime: ago(50), dateAdded: added, dateUpdated: changed },
      appointmentStatus: 'showed',
    })
    expect(await told('ada@example.com', 2)).toEqual([
      ['CallHeld', changed],
      ['Schedule', added],
    ])
  },
)

ordinaryTest(
  'of a call that was moved in the CRM Meta is told that it was held, and of one booking',
  async () => {
    const email = 'moved@example.com'
    const contactId = await person(email, '202-555-0102')
    const added = ago(300)
    const one = crm.outcomes().book({
      ...{ calendarId, contactId, startTime: ago(-600), dateAdded: added, dateUpdated: added },
    })
    expect(await told(email, 1)).toEqual([['Schedule', added]])
    const changed = ago(5)
    Object.assign(one, { startTime: ago(50), dateUpdated: changed, appointmentStatus: 'showed' })
    expect(await told(email, 2)).toEqual([
      ['CallHeld', changed],
      ['Schedule', added],
    ])
  },
)

thoroughTest(
  'of a call that was asked for and confirmed at another time Meta is told as of any booking',
  async () => {
    const email = 'asked@example.com'
    const contactId = await person(email, '202-555-0103')
    const added = ago(300)
    const one = crm.outcomes().book({
      ...{ calendarId, contactId, startTime: ago(-600), dateAdded: added, dateUpdated: added },
      appointmentStatus: 'new',
    })
    await waitFor('it is known', async () => {
      await owner.post('/api/connections/crm/reading/now', {})
      const rows = await product.query("select 1 from bookings where status = 'requested'")
      return rows.length > 0
    })
    const changed = ago(5)
    Object.assign(one, { startTime: ago(-700), dateUpdated: changed, appointmentStatus: 'confirmed' })
    expect(await told(email, 1)).toEqual([['Schedule', changed]])
  },
)

thoroughTest(
  'a call that was moved and has to be confirmed anew is no second booking once it is',
  async () => {
    const email = 'anew@example.com'
    const contactId = await person(email, '202-555-0104')
    const added = ago(300)
    const one = crm.outcomes().book({
      ...{ calendarId, contactId, startTime: ago(-800), dateAdded: added, dateUpdated: added },
    })
    expect(await told(email, 1)).toEqual([['Schedule', added]])
    const becomes = async (more: object, status: string) => {
      Object.assign(one, { dateUpdated: ago(5) }, more)
      await waitFor(`its call is ${status}`, async () => {
        await owner.post('/api/connections/crm/reading/now', {})
        const rows = await product.query('select 1 from bookings where start_at = $1 and status = $2', [
          ...[one.startTime, status],
        ])
        return rows.length > 0
      })
    }
    await becomes({ startTime: ago(-900), appointmentStatus: 'new' }, 'requested')
    await becomes({ appointmentStatus: 'confirmed' }, 'booked')
    await becomes({ startTime: ago(-1000), appointmentStatus: 'new' }, 'requested')
    await becomes({ startTime: ago(-1100), appointmentStatus: 'confirmed' }, 'booked')
    await becomes({ startTime: ago(50), appointmentStatus: 'showed' }, 'held')
    expect((await told(email, 2)).map(([name]) => name)).toEqual(['CallHeld', 'Schedule'])
  },
)

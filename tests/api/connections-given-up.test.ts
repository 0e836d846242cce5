import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { type MailServer, startMailServer } from '#support/mail-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { calBooking } from '#support/webhook-bodies.ts'
import { calCall, deliver, webhookSecrets } from '#support/webhook-senders.ts'

const access = { token: 'pit-given-up', locationId: 'loc-given-up' }
let crm: CrmServer
let mails: MailServer
let product: RunningProduct
let owner: TestBrowser
beforeAll(async () => {
  crm = await startCrmServer(access)
  mails = await startMailServer()
  product = await runProduct({
    environment: {
      ...webhookSecrets,
      ...{ GHL_TOKEN: access.token, GHL_LOCATION_ID: access.locationId, GHL_BASE_URL: crm.url },
      ...{ SMTP_URL: mails.url, ALERT_FROM: 'Leadline <alerts@example.com>' },
    },
    retryDelaySeconds: 1,
  })
  owner = await product.owner()
})
afterAll(async () => {
  await product?.end()
  await mails?.stop()
  await crm?.stop()
})

const connection = async (vendor: string): Promise<Connection> =>
  (await owner.get('/api/connections')).body.connections.find((one: Connection) => one.vendor === vendor)
const inState = (vendor: string, state: Connection['state'], parked: number) =>
  waitFor(`${vendor} is ${state} with ${parked} set aside`, async () => {
    const now = await connection(vendor)
    return now.state === state && now.parked === parked && now
  })
const capture = (email: string) =>
  product.browser().post('/api/capture-lead', { name: 'Ada', email, phone: 'none', page: '/meme' })
const givenUp = { reason: expect.stringMatching(/^Gave up after 72 hours\./), waiting: 0 }

const whenTested = async (vendor: string) => {
  const { body } = await owner.post(`/api/connections/${vendor}/test`, {})
  return [body.success, (await connection(vendor)).state]
}

test('a CRM to which nothing got through until it was given up is well once something does', async () => {
  await crm.failWith('token-revoked')
  await capture('first@example.com')
  await inState('crm', 'failing', 0)
  await product.query("update leads set crm_failing_since = crm_failing_since - interval '73 hours'")
  expect(await inState('crm', 'failing', 1)).toMatchObject(givenUp)
  await crm.recover()
  await capture('second@example.com')
  await inState('crm', 'working', 1)
})

test('or once it takes a test, which ends nothing of what still waits', async () => {
  const again = () => product.query("update leads set crm_failing_since = now() where crm_state = 'parked'")
  await again()
  await inState('crm', 'failing', 1)
  await crm.failWith('token-revoked')
  expect(await whenTested('crm')).toEqual([false, 'failing'])
  await crm.recover()
  expect(await whenTested('crm')).toEqual([true, 'working'])
  await again()
  await product.query(
    "update leads set crm_state = 'failing', crm_failing_since = now() where crm_state = 'parked'",
  )
  expect(await whenTested('crm')).toEqual([true, 'failing'])
  await product.query("update leads set crm_state = 'parked' where crm_state = 'failing'")
})

test('so is a mail server', async () => {
  const alerts = { emailTo: 'coach@example.com', emailNewLead: true }
  expect((await sendJson(owner, 'PUT', '/api/alerts/settings', alerts)).status).toBe(200)
  await mails.failWith('wrong-password')
  await capture('third@example.com')
  await inState('email', 'failing', 0)
  await product.query(
    "update alerts set created_at = created_at - interval '73 hours' where state = 'waiting'",
  )
  expect(await inState('email', 'failing', 1)).toMatchObject(givenUp)
  expect(await whenTested('email')).toEqual([false, 'failing'])
  await mails.recover()
  expect(await whenTested('email')).toEqual([true, 'quiet'])
  await capture('fourth@example.com')
  await inState('email', 'working', 1)
  // What is refused for itself says nothing of the others.
  await mails.failWith('refuse', 1)
  await capture('fifth@example.com')
  await inState('email', 'working', 2)
})

test('so is a calendar whose news could not be taken here', async () => {
  const news = (uid: string) =>
    deliver(
      product.url,
      calCall(
        calBooking('BOOKING_CREATED', { uid, createdAt: '2026-11-20T10:00:00Z', email: 'z@example.com' }),
      ),
    )
  await product.query('alter table bookings rename to bookings_away')
  await news('lost')
  await inState('cal', 'failing', 0)
  await product.query(
    "update webhook_deliveries set received_at = received_at - interval '73 hours' where state = 'waiting'",
  )
  expect(await inState('cal', 'failing', 1)).toMatchObject(givenUp)
  await product.query('alter table bookings_away rename to bookings')
  await news('taken')
  await inState('cal', 'working', 1)
})

// A sample of it is in tests/api/vendor-settings.test.ts.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { enteredServer, mailQueueOf } from '#support/mail-queue.ts'
import { type MailServer, startMailServer } from '#support/mail-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const locationId = 'loc-entered-0123456789'
// What fails once is not tried again within any test's patience.
const retryDelaySeconds = 1800

let crm: CrmServer
let mails: MailServer
/** Where the owner sits; it works nothing off within the time of a test. */
let product: RunningProduct
/** The one that works, and hears a moment later of what was entered at the first. */
let working: RunningProduct
let owner: TestBrowser
let other: TestBrowser

beforeAll(async () => {
  crm = await startCrmServer({ token: 'pit-the-first-0123456789', locationId })
  mails = await startMailServer()
  const environment = { GHL_BASE_URL: crm.url }
  product = await runProduct({
    ...{
      environment,
      retryDelaySeconds,
      queuePollSeconds: 600,
      sendMailsEveryMs: 600_000,
      readOutcomesEveryMs: 600_000,
    },
  })
  owner = await product.owner()
})
beforeEach(async () => {
  working = await runProduct({
    environment: { GHL_BASE_URL: crm.url },
    ...{ retryDelaySeconds, queuePollSeconds: 0.5, sendMailsEveryMs: 50, readOutcomesEveryMs: 100 },
    databaseUrl: product.databaseUrl,
  })
  other = await working.owner()
  return () => working.end()
})
afterAll(async () => {
  await product?.end()
  await Promise.all([crm?.stop(), mails?.stop()])
})

const enter = async (vendor: string, values: object) =>
  expect((await sendJson(owner, 'PUT', `/api/connections/${vendor}/settings`, values)).status).toBe(200)
/** Enters a mail server that both processes know before it takes no login any more. */
async function enterBroken(): Promise<MailServer> {
  const broken = await startMailServer()
  await enter('email', enteredServer(broken.port))
  await waitFor('the other process knows it', async () => {
    const { body } = await other.get('/api/connections/email/settings')
    return body.entered?.port === broken.port
  })
  await broken.failWith('wrong-password')
  return broken
}
const hasState = (state: string) =>
  waitFor(`a lead is ${state}`, async () => {
    const rows = await product.query('select 1 from leads where crm_state = $1', [state])
    return rows.length === 3
  })

test('a token that was put right brings the leads that wait, whichever process tries them first', async () => {
  await enter('crm', { token: 'pit-the-first-0123456789', locationId })
  crm.changeToken('pit-the-second-0123456789')
  for (const name of ['ada', 'bea', 'cleo']) {
    const lead = { name, email: `${name}@example.com`, phone: '1', page: '/meme' }
    expect((await product.browser().post('/api/capture-lead', lead)).status).toBe(200)
  }
  await hasState('failing')
  await enter('crm', { token: 'pit-the-second-0123456789', locationId })
  await hasState('delivered')
})

test('and what is read from the CRM', async () => {
  const isReading = (found: string) =>
    waitFor(found, async () => {
      const rows = await product.query(`select 1 from crm_reading where half = 'calls' and ${found}`)
      return rows.length === 1
    })
  const switched = await sendJson(owner, 'PUT', '/api/connections/crm/reading', {
    half: 'calls',
    isOn: true,
  })
  expect(switched.status).toBe(200)
  await isReading('last_read_at is not null')
  crm.changeToken('pit-the-third-0123456789')
  await product.query('update crm_reading set next_at = null')
  await isReading("paused_until > now() + interval '5 minutes'")
  await enter('crm', { token: 'pit-the-third-0123456789', locationId })
  await isReading('paused_until is null and failing_since is null')
})

test('a mail server that was put right sends the mails that wait, whichever process tries them first', async () => {
  const broken = await enterBroken()
  const queued = mailQueueOf(product)
  for (const key of ['one', 'two', 'three']) await queued.queue({ key })
  await waitFor('they rest', async () => {
    const rows = await product.query("select 1 from mails where next_try_at > now() + interval '5 minutes'")
    return rows.length === 3
  })
  await enter('email', enteredServer(mails.port))
  await waitFor('they came', () => mails.taken.length === 3)
  await queued.close()
  await broken.stop()
})

test('and the alerts', async () => {
  const broken = await enterBroken()
  const settings = { emailTo: 'coach@example.com', emailNewLead: true }
  expect((await sendJson(owner, 'PUT', '/api/alerts/settings', settings)).status).toBe(200)
  for (const name of ['dora', 'eva', 'flora']) {
    const lead = { name, email: `${name}@example.com`, phone: '1', page: '/meme' }
    expect((await product.browser().post('/api/capture-lead', lead)).status).toBe(200)
  }
  await waitFor('they rest', async () => {
    const rows = await product.query(`select 1 from jobs.job where name = 'send-alert'
      and state in ('created', 'retry') and start_after > now() + interval '5 minutes'`)
    return rows.length === 3
  })
  mails.taken.length = 0
  await enter('email', enteredServer(mails.port))
  await waitFor('they came', () => mails.taken.length === 3)
  await broken.stop()
})

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { type HookServer, startHookServer } from '#support/hook-server.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { type MailServer, startMailServer } from '#support/mail-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const token = 'pit-alerts'
const locationId = 'loc1'
const LOOK_EVERY_MS = 300
let mails: MailServer
let hook: HookServer
let crm: CrmServer
let product: RunningProduct
let other: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  mails = await startMailServer()
  hook = await startHookServer()
  crm = await startCrmServer({ token, locationId })
  const environment = {
    ...{ SMTP_URL: mails.url, ALERT_FROM: 'Leadline <alerts@example.com>' },
    ...{ GHL_TOKEN: token, GHL_LOCATION_ID: locationId, GHL_BASE_URL: crm.url },
  }
  const options = { environment, retryDelaySeconds: 1, watchTroublesEveryMs: LOOK_EVERY_MS }
  product = await runProduct(options)
  other = await runProduct({ ...options, databaseUrl: product.databaseUrl })
  owner = await product.owner()
})
afterEach(async () => {
  await mails.recover()
  hook.answerWith(200, 0)
  await crm.recover()
})
afterAll(async () => {
  await other.end()
  await product.end()
  await Promise.all([mails.stop(), hook.stop(), crm.stop()])
})

const change = (settings: object) => sendJson(owner, 'PUT', '/api/alerts/settings', settings)
const everything = () => ({
  ...{ emailTo: 'coach@example.com', emailNewLead: true, emailTrouble: true },
  ...{ webhookUrl: hook.url, webhookNewLead: true, webhookTrouble: true },
})
let leads = 0
const capture = async (more: object = {}) => {
  leads += 1
  const email = `lead${leads}@example.com`
  const answer = await product.browser().post('/api/capture-lead', {
    ...{ name: `Lead ${leads}`, email, phone: '(202) 555-0143', page: '/meme', utm_source: 'fb' },
    ...more,
  })
  expect(answer.status).toBe(200)
  return email
}
const mailsAbout = (word: string) => mails.taken.filter(({ source }) => decoded(source).includes(word))
const hooksAbout = (word: string) => hook.taken.filter((body) => JSON.stringify(body).includes(word))
/** The mail with its quoted-printable parts read. */
const decoded = (source: string) =>
  Buffer.from(
    source
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
const told = (email: string) =>
  waitFor(`alerts about ${email}`, () => mailsAbout(email).length > 0 && hooksAbout(email).length > 0)

/** When the product that is asked has last looked for vendors in trouble. */
const lookedAt = async () => {
  const { work } = (await owner.get('/api/status')).body
  return work.find(({ name }: { name: string }) => name === 'look for vendors in trouble')?.lastRunAt
}

test('nobody is told anything until the owner says so', async () => {
  const email = await capture()
  expect((await owner.get('/api/alerts/settings')).body).toMatchObject({ emailTo: '', isEmailSetUp: true })
  expect(await product.query('select 1 from alerts')).toEqual([])
  expect((await change(everything())).body).toMatchObject(everything())
  expect(mailsAbout(email)).toEqual([])
})

ordinaryTest('a new lead is told once by each way, with its contact data and source, escaped', async () => {
  expect(
    (await sendJson(owner, 'PUT', '/api/analytics/settings', { timezone: 'America/New_York' })).status,
  ).toBe(200)
  // Another process may send it, and hears of the timezone a moment later.
  await waitFor('both know the timezone', async () => {
    const known = await Promise.all(
      [owner, await other.owner()].map((one) => one.get('/api/analytics/settings')),
    )
    return known.every(({ body }) => body.timezone === 'America/New_York')
  })
  const email = await capture({ name: 'Eve <b>Bold</b> & Co' })
  await told(email)
  // The same person again is no new lead.
  await product.browser().post('/api/capture-lead', { name: 'Eve', email, phone: '1', page: '/meme' })
  await waitFor('no alert left', async () => {
    const [row] = await product.query("select count(*)::integer as n from alerts where state = 'waiting'")
    return row?.n === 0
  })
  expect(mailsAbout(email)).toHaveLength(1)
  expect(hooksAbout(email)).toHaveLength(1)
  const [mail] = mailsAbout(email)
  const source = decoded(mail?.source ?? '')
  expect(mail).toMatchObject({ from: 'alerts@example.com', to: 'coach@example.com' })
  expect(source).toContain('Name: Eve <b>Bold</b> & Co')
  expect(source).toContain('Eve &lt;b&gt;Bold&lt;/b&gt; &amp; Co')
  expect(source).toContain('Source: Facebook')
  // By the owner's clock, and for machines by none.
  expect(source).toMatch(/^Time: [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M E[SD]T\r?$/m)
  expect(hooksAbout(email)[0]?.capturedAt).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/)
  expect(hooksAbout(email)[0]).toMatchObject({ event: 'new-lead', email, page: '/meme', source: 'fb' })
})

thoroughTest('what the mail server and the hook cannot take now is sent later, once', async () => {
  await mails.failWith('busy', 2)
  hook.answerWith(503, 2)
  const email = await capture()
  await told(email)
  expect(mailsAbout(email)).toHaveLength(1)
  expect(hooksAbout(email)).toHaveLength(1)

  await mails.failWith('down')
  const late = await capture()
  await waitFor('a noted failure', async () => {
    const rows = await product.query(
      "select 1 from alerts where state = 'waiting' and failing_since is not null",
    )
    return rows.length === 1
  })
  await mails.recover()
  await told(late)
  expect(mailsAbout(late)).toHaveLength(1)
})

ordinaryTest(
  'what is refused for good is set aside with its reason, and tried again when the owner says so',
  async () => {
    await mails.failWith('refuse', 1)
    hook.answerWith(400, 1)
    const email = await capture()
    const parked = await waitFor('both set aside', async () => {
      const { body } = await owner.get('/api/connections')
      const of = (vendor: string) => body.connections.find((one: { vendor: string }) => one.vendor === vendor)
      return of('email').parked === 1 && of('webhook').parked === 1 && [of('email'), of('webhook')]
    })
    expect(parked.map(({ parkedItems }) => parkedItems[0].reason)).toEqual([
      'The mail server refused this mail: 550 5.1.1 no such user [email] (status 550).',
      'The webhook answered with status 400.',
    ])
    for (const vendor of ['email', 'webhook'])
      expect((await owner.post(`/api/connections/${vendor}/replay`, {})).body).toMatchObject({ queued: 1 })
    await told(email)
    expect(mailsAbout(email)).toHaveLength(1)
  },
)

ordinaryTest('a test says how it went', async () => {
  const send = async (channel: string) => (await owner.post('/api/alerts/test', { channel })).body
  expect(await send('email')).toEqual({ success: true, message: 'The mail server accepted it.' })
  expect(await send('webhook')).toEqual({ success: true, message: 'The webhook accepted it.' })
  await mails.failWith('wrong-password')
  expect((await send('email')).message).toContain('did not accept the user name or the password')
  hook.answerWith(404)
  expect(await send('webhook')).toEqual({
    success: false,
    message:
      'The webhook does not work: nothing answers at its address (status 404). Check it under Settings → Alerts.',
  })
})

ordinaryTest.each([
  'http://example.com/hook',
  'https://10.0.0.1/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[fd00::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://user:word@example.com/',
  'ftp://example.com/',
  'nonsense',
])('%s is no address for a webhook', async (webhookUrl) => {
  const { status, body } = await change({ webhookUrl })
  expect([status, Object.keys(body.fields)]).toEqual([422, ['webhookUrl']])
})

ordinaryTest(
  'a vendor that fails is told once, whichever process looks, and once when it works again',
  async () => {
    await change({ emailTrouble: false, webhookTrouble: false })
    // Whoever came before would wait, too.
    await waitFor('all leads are delivered', async () => {
      const rows = await product.query("select 1 from leads where crm_state <> 'delivered'")
      return rows.length === 0
    })
    await crm.failWith('down')
    const email = await capture()
    await waitFor('a failing delivery', async () => {
      const rows = await product.query("select 1 from leads where crm_state = 'failing' and email = $1", [
        email,
      ])
      return rows.length === 1
    })
    expect((await owner.get('/api/connections/trouble')).body).toEqual([])
    // It has been so for a while.
    await product.query("update leads set crm_delivered_at = crm_delivered_at - interval '1 hour'")
    await product.query(
      "update leads set crm_failing_since = now() - interval '6 minutes' where crm_failing_since is not null",
    )
    const trouble = await waitFor('trouble', async () => {
      const { body } = await owner.get('/api/connections/trouble')
      return body.length === 1 && body
    })
    expect(trouble).toEqual([
      expect.objectContaining({ vendor: 'crm', waiting: 1, reason: expect.stringMatching(/GoHighLevel/) }),
    ])
    // Nobody has been told, so whoever switches alerts on while it fails is.
    for (let looks = 0; looks < 2; looks += 1) {
      const before = await lookedAt()
      await waitFor('another look', async () => (await lookedAt()) !== before)
    }
    await change(everything())
    await waitFor('the news', () => mailsAbout('The CRM is not working').length > 0)
    await waitFor('the news by hook', () => hooksAbout('"event":"broke"').length > 0)
    expect(mailsAbout('The CRM is not working')[0]?.source).toBeDefined()
    // What reads the hook decides by the kind; the reason is for people.
    expect(hooksAbout('"event":"broke"')[0]).toMatchObject({ vendor: 'crm', kind: trouble[0].kind })
    expect(trouble[0].kind).toBe('unreachable')

    await crm.recover()
    await waitFor('the good news', () => mailsAbout('The CRM works again').length > 0)
    expect((await owner.get('/api/connections/trouble')).body).toEqual([])

    // It fails again within the hour: nobody is told twice.
    await crm.failWith('down')
    const again = await capture()
    await waitFor('a failing delivery', async () => {
      const rows = await product.query("select 1 from leads where crm_state = 'failing' and email = $1", [
        again,
      ])
      return rows.length === 1
    })
    await product.query("update leads set crm_delivered_at = crm_delivered_at - interval '1 hour'")
    await product.query(
      "update leads set crm_failing_since = now() - interval '6 minutes' where crm_failing_since is not null",
    )
    await waitFor('trouble', async () => (await owner.get('/api/connections/trouble')).body.length === 1)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(mailsAbout('The CRM is not working')).toHaveLength(1)
    expect(hooksAbout('"event":"broke"')).toHaveLength(1)
    expect(mailsAbout('The CRM works again')).toHaveLength(1)
    // Unless what was told is dated ahead, by a clock that was wrong.
    await product.query("update vendor_troubles set alerted_at = '2099-01-01' where vendor = 'crm'")
    await waitFor('the news again', () => mailsAbout('The CRM is not working').length > 1)
  },
)

thoroughTest(
  'a look for trouble that takes longer than its pace is not begun a second time by the same process',
  async () => {
    const lastLook = async (): Promise<string> => {
      const { work } = (await owner.get('/api/status')).body
      return work.find(({ name }: { name: string }) => name === 'look for vendors in trouble').lastRunAt
    }
    const looks = () =>
      product.query(`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%vendor_troubles%'`)
    await holdLocks(product.databaseUrl, 'lock table vendor_troubles in exclusive mode')
    await waitFor('both processes are at it', async () => (await looks()).length >= 2)
    const since = new Date().toISOString()
    await pause(5 * LOOK_EVERY_MS)
    expect(await looks()).toHaveLength(2)
    // Nor is a time that was passed over told as one at which it ran; what the other process did before it may tell late.
    expect((await lastLook()) < since).toBe(true)
  },
)

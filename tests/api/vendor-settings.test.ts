import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import type { Connection, Vendor } from '#contract/connections.ts'
import { replaceSecret } from '#server/owner/claim-installation.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { mailQueueOf } from '#support/mail-queue.ts'
import { productSecret, type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { calBooking, formResponse } from '#support/webhook-bodies.ts'
import { calCall, deliver, typeformCall } from '#support/webhook-senders.ts'
import { expectRefusal } from './expect-refusal.ts'

const token = 'pit-entered-in-the-dashboard-a1f3'
const locationId = 'loc-entered-0123456789'
const calSecret = 'cal-entered-0123456789ab'

let crm: CrmServer
let product: RunningProduct
let second: RunningProduct
let owner: TestBrowser
let other: TestBrowser

beforeAll(async () => {
  crm = await startCrmServer({ token, locationId })
  const environment = { GHL_BASE_URL: crm.url }
  product = await runProduct({ environment, retryDelaySeconds: 1 })
  second = await runProduct({ environment, retryDelaySeconds: 1, databaseUrl: product.databaseUrl })
  owner = await product.owner()
  other = await second.owner()
})
afterEach(() => crm.recover())
afterAll(async () => {
  await second?.end()
  await product?.end()
  await crm?.stop()
})

const path = (vendor: string) => `/api/connections/${vendor}/settings`
const put = (vendor: string, values: object, who = owner) => sendJson(who, 'PUT', path(vendor), values)
const remove = (vendor: string, who = owner) => who.send('DELETE', path(vendor))
const connection = async (vendor: Vendor, who = owner): Promise<Connection> => {
  const { body } = await who.get('/api/connections')
  return body.connections.find((one: Connection) => one.vendor === vendor)
}
const sourcesOf = async (vendor: Vendor, who = owner) =>
  Object.fromEntries((await connection(vendor, who)).fields.map(({ name, source }) => [name, source]))
const stored = (vendor: string) =>
  product.query('select name, value, sealed from vendor_settings where vendor = $1 order by name', [vendor])
const becomeLead = (email: string, browser = product.browser(), page = '/meme') =>
  browser.post('/api/capture-lead', { name: 'Ada Kern', email, phone: '1', page })
/** Waits until a lead is in the CRM and the product is done with it, so that it calls there no more. */
const isDelivered = (email: string) =>
  waitFor(`${email} delivered`, async () => {
    const isDone =
      "select 1 from leads where email = $1 and crm_state = 'delivered' and not crm_contact_stale"
    const rows = await product.query(isDone, [email])
    return rows.length === 1 && crm.contacts().some((contact) => contact.email === email)
  })
const bothKnow = (vendor: Vendor, state: 'not-connected' | 'connected') =>
  waitFor('both processes know', async () => {
    const states = await Promise.all([connection(vendor), connection(vendor, other)])
    return states.every((one) => (one.state === 'not-connected') === (state === 'not-connected'))
  })

describe('a CRM that is entered in the dashboard', () => {
  it('is not kept where the CRM does not accept it, and the field at fault is named', async () => {
    const tries: [object, string, RegExp][] = [
      [{ token: 'pit-another-token-0123', locationId }, 'token', /does not accept this token/],
      [{ token, locationId: 'another-location' }, 'locationId', /not for this sub-account/],
      [{ token }, 'locationId', /^Location id: enter it/],
      [{ locationId }, 'token', /^Token: enter it/],
      [{ token: 'pit-two words', locationId }, 'token', /there is a blank/],
      [{ token: 'pit-ümlaut-0123456789', locationId }, 'token', /a character that no such value has/],
      [{ token: `pit-${'x'.repeat(5001)}`, locationId }, 'token', /too long/],
      [{ token: 12, locationId }, 'token', /text/],
    ]
    for (const [values, field, words] of tries) {
      const answer = await put('crm', values)
      expectRefusal(answer, JSON.stringify(values), 422)
      expect(Object.keys(answer.body.fields)).toEqual([field])
      expect(answer.body.fields[field]).toMatch(words)
      expect(answer.text).not.toContain('pit-another')
    }
    await crm.failWith('scope-missing')
    expect((await put('crm', { token, locationId })).body.fields.token).toMatch(/tick View Contacts/)
    await crm.failWith('scope-missing', { on: 'GET /locations' })
    expect((await put('crm', { token, locationId })).body.fields.token).toMatch(/tick View Contacts/)
    await crm.failWith('agency-token')
    expect((await put('crm', { token, locationId })).body.fields.token).toMatch(/belongs to the agency/)
    expect(await stored('crm')).toEqual([])
    expect((await connection('crm')).state).toBe('not-connected')
  })

  it('is kept sealed, shown by its end alone, used by every process, and sends what waited', async () => {
    await becomeLead('before@example.com')
    const answer = await put('crm', { token: ` "Bearer ${token}"\n`, locationId: `'${locationId}'` })
    expect(answer.body).toMatchObject({
      message: 'The CRM answers and accepts this token and location.',
    })
    expect(answer.body.fields).toMatchObject([
      { name: 'token', source: 'dashboard', endsIn: 'a1f3', isReadable: true },
      { name: 'locationId', source: 'dashboard', endsIn: '6789', isReadable: true },
    ])
    const rows = await stored('crm')
    expect(rows.map(({ name, value }) => [name, value])).toEqual([
      ['locationId', null],
      ['token', null],
    ])
    for (const { sealed } of rows) expect(Buffer.from(sealed).toString('latin1')).not.toContain('entered')
    await isDelivered('before@example.com')
    await bothKnow('crm', 'connected')
    expect((await other.post('/api/connections/crm/test', {})).body.success).toBe(true)
    expect((await other.get('/api/connections/crm/state')).body).toEqual({ isConnected: true })
    for (const at of ['/api/connections', '/api/connections/trouble', '/api/site/missing', '/api/docs'])
      for (const secret of [token, locationId]) expect((await owner.get(at)).text).not.toContain(secret)
  })

  it('says in a test what the CRM does not accept, or why nothing is known', async () => {
    const press = async () => (await owner.post('/api/connections/crm/test', {})).body
    await crm.failWith('token-revoked')
    expect(await press()).toMatchObject({ success: false, message: expect.stringMatching(/this token/) })
    await crm.failWith('rate-limited', { times: 1 })
    expect(await press()).toMatchObject({ success: false, message: expect.stringMatching(/no more calls/) })
    await crm.recover()
  })

  it('is kept without a test where the CRM cannot be asked', async () => {
    await crm.failWith('down')
    const { status, body } = await put('crm', { token })
    expect([status, body.message]).toEqual([
      200,
      expect.stringMatching(/^It could not be tested: .*ECONNREFUSED/),
    ])
  })

  it('once it was tested, ends a trouble for which everything was given up', async () => {
    const become = (state: string) =>
      product.query(
        `update leads set crm_state = $1, crm_failure_kind = 'refused-credentials', crm_failing_since = now()
        where email = 'before@example.com'`,
        [state],
      )
    await become('parked')
    await crm.failWith('down')
    expect((await put('crm', { token })).status).toBe(200)
    expect((await connection('crm')).state).toBe('failing')
    await crm.recover()
    expect((await put('crm', { token })).status).toBe(200)
    expect((await connection('crm')).state).toBe('working')
    await become('delivered')
  })

  thoroughTest(
    'is replaced while leads are sent: what is under way ends with the token it began with',
    async () => {
      const newToken = 'pit-the-second-one-0123456789'
      await crm.failWith('late', { on: 'POST /contacts', times: 1 })
      await becomeLead('under-way@example.com')
      await waitFor('it is in the CRM’s book', () =>
        crm.contacts().some(({ email }) => email === 'under-way@example.com'),
      )
      crm.changeToken(newToken)
      expect((await put('crm', { token: newToken })).status).toBe(200)
      crm.answerLate()
      await becomeLead('after@example.com')
      await isDelivered('after@example.com')
      const writing = (email: string) =>
        crm.log.find(({ body, effects }) => effects.length > 0 && JSON.stringify([body]).includes(email))
      expect(writing('under-way@example.com')?.token).toBe(token)
      expect(writing('after@example.com')?.token).toBe(newToken)
      await waitFor('nothing waits', async () => {
        const rows = await product.query("select 1 from leads where crm_state <> 'delivered'")
        return rows.length === 0
      })
    },
  )

  it('can be another account: a lead is found or made there by its email, never under an id of the old one', async () => {
    const elsewhere = { token: 'pit-elsewhere-0123456789', locationId: 'loc-elsewhere-0123456789' }
    const known = product.browser()
    await becomeLead('known@example.com', known)
    await isDelivered('known@example.com')
    await waitFor('its id is kept', async () => {
      const rows = await product.query(
        "select 1 from leads where email = 'known@example.com' and crm_contact_id is not null",
      )
      return rows.length === 1
    })
    const ids = (await product.query('select crm_contact_id from leads')).map((row) => row.crm_contact_id)
    const [erased] = await product.query("select person_id from leads where email = 'before@example.com'")
    await crm.failWith('token-revoked')
    expect((await owner.post(`/api/people/${erased?.person_id}/erase`, {})).status).toBe(200)
    await waitFor('its deletion waits', async () => {
      const rows = await product.query("select 1 from crm_erasures where state = 'failing'")
      return rows.length === 1
    })
    await crm.recover()
    crm.becomeAnother(elsewhere)
    crm.addContact({ email: 'known@example.com' })
    crm.addContact({ email: 'before@example.com' })
    const from = crm.log.length
    expect((await put('crm', elsewhere)).status).toBe(200)
    await waitFor('the old ids are forgotten', async () => {
      const rows = await product.query('select 1 from leads where crm_contact_id = any($1)', [ids])
      return rows.length === 0
    })
    await becomeLead('known@example.com', known, '/freetraining')
    await becomeLead('new-there@example.com')
    await isDelivered('new-there@example.com')
    await waitFor('written there', () =>
      crm.contacts().some(({ email, tags }) => email === 'known@example.com' && tags.length > 0),
    )
    // Who was to be deleted goes there, too.
    await waitFor('two are left', () => crm.contacts().length === 2)
    // The deletion may have been tried once more before the other account was connected, by the token of the old one.
    const asked = crm.log.slice(from).flatMap((call) => (call.token === elsewhere.token ? [call.path] : []))
    for (const id of ids) expect(asked).not.toContain(`/contacts/${id}`)
    crm.becomeAnother({ token, locationId })
    expect((await put('crm', { token, locationId })).status).toBe(200)
  })

  it('is removed in every process; what comes then waits, and goes out once one is entered again', async () => {
    expect((await remove('crm')).body.fields).toMatchObject([{ source: 'nothing' }, { source: 'nothing' }])
    await bothKnow('crm', 'not-connected')
    expect(await stored('crm')).toEqual([])
    await becomeLead('waits@example.com')
    expect((await connection('crm')).waiting).toBeGreaterThan(0)
    expect((await owner.post('/api/connections/crm/test', {})).body).toEqual({
      success: false,
      message: 'No CRM is connected yet.',
    })
    expect((await put('crm', { token, locationId }, other)).status).toBe(200)
    await isDelivered('waits@example.com')
  })
})

describe('a webhook’s secret', () => {
  const booking = (uid: string) => calBooking('BOOKING_CREATED', { uid, createdAt: '2026-11-20T10:00:00Z' })

  it('opens the way in both processes, tells each refusal’s reason, and closes it when removed', async () => {
    expect((await deliver(product.url, calCall(booking('c0'), calSecret))).status).toBe(404)
    expect((await put('cal', { secret: calSecret })).status).toBe(200)
    expect(await connection('cal')).toMatchObject({ state: 'quiet', lastReceivedAt: null, refused: null })
    await bothKnow('cal', 'connected')
    for (const { url } of [product, second])
      expect((await deliver(url, calCall(booking(`c ${url}`), calSecret))).status).toBe(200)
    expect((await connection('cal')).lastReceivedAt).not.toBeNull()
    expect((await deliver(product.url, calCall(booking('c2'), 'x'.repeat(20)))).status).toBe(403)
    expect((await connection('cal')).refused).toMatchObject({ number: 1, why: 'other-secret' })
    const unsigned = calCall(booking('c3'))
    unsigned.headers['x-cal-signature-256'] = 'no-secret-provided'
    expect((await deliver(second.url, unsigned)).status).toBe(403)
    expect((await connection('cal')).refused).toMatchObject({ number: 2, why: 'unsigned' })
    expect((await put('cal', { secret: `${calSecret}-new` }, other)).status).toBe(200)
    await waitFor('the new one is in use', async () => {
      const answer = await deliver(product.url, calCall(booking('c4'), `${calSecret}-new`))
      return answer.status === 200
    })
    expect((await remove('cal')).status).toBe(200)
    await bothKnow('cal', 'not-connected')
    for (const { url } of [product, second])
      expect((await deliver(url, calCall(booking('c5'), calSecret))).status).toBe(404)
  })

  it.each([
    ['cal', { secret: 'too short' }, /blank/],
    ['cal', { secret: 'too-short' }, /at least 16/],
    ['cal', { secret: '' }, /enter it/],
    ['cal', { token: 'of-another-vendor-0123' }, /enter it/],
    ['stripe', { secret: 'sk_live_0123456789abcdef' }, /whsec_/],
    ['voice', { secret: 'voice-secret-0123456789', url: 'https://10.0.0.1/calls' }, /private network/],
    ['voice', { secret: 'voice-secret-0123456789', url: 'http://agent.example.com' }, /https:/],
    ['voice', { secret: 'voice-secret-0123456789', url: 'javascript:alert(1)' }, /https:/],
    ['voice', { secret: 'voice-secret-0123456789', url: 'https://me:word@agent.example' }, /user name/],
    ['voice', { url: 'https://agent.example.com/calls' }, /^Secret: enter it/],
    ['meta', { token: '123456789012345' }, /a number/],
  ])('and the like is refused where it cannot be one: %s %j', async (vendor, values, words) => {
    const answer = await put(vendor, values)
    expectRefusal(answer, JSON.stringify(values), 422)
    expect(Object.values(answer.body.fields).join()).toMatch(words)
    expect(await stored(vendor)).toEqual([])
  })

  it('is none of a vendor’s that has no such form', async () => {
    for (const vendor of ['email', 'webhook', 'nobody'])
      expect((await put(vendor, { secret: calSecret })).status).toBe(422)
  })
})

test('a variable on the server wins and is named, value by value; what was entered beside it is used', async () => {
  expect((await put('voice', { secret: 'voice-entered-0123456789' })).status).toBe(200)
  const configured = await runProduct({
    databaseUrl: product.databaseUrl,
    environment: { GHL_BASE_URL: crm.url, VOICE_WEBHOOK_SECRET: 'voice-configured-0123456789' },
  })
  onTestFinished(() => configured.end())
  const who = await configured.owner()
  expect(await sourcesOf('voice', who)).toEqual({ secret: 'environment', url: 'nothing' })
  expect((await connection('voice', who)).fields).toMatchObject([
    { variable: 'VOICE_WEBHOOK_SECRET', endsIn: null },
    { variable: 'VOICE_WEBHOOK_URL' },
  ])
  const refused = await put('voice', { secret: 'voice-again-0123456789' }, who)
  expectRefusal(refused, 'a value that is set by a variable', 409)
  expect(refused.body.error).toMatch(/^Secret: VOICE_WEBHOOK_SECRET is set on the server/)
  expect((await put('voice', { url: 'http://127.0.0.1:9/calls' }, who)).status).toBe(200)
  expect((await connection('voice', who)).fields[1]).toMatchObject({
    ...{ source: 'dashboard', host: '127.0.0.1:9', endsIn: 'alls' },
  })
  expect((await put('voice', { url: '' }, who)).status).toBe(200)
  expect(await sourcesOf('voice', who)).toEqual({ secret: 'environment', url: 'nothing' })
  expect((await remove('voice', who)).status).toBe(200)
  expect(await sourcesOf('voice', who)).toEqual({ secret: 'environment', url: 'nothing' })
  await waitFor('gone elsewhere', async () => (await sourcesOf('voice')).secret === 'nothing')
})

/** The product as it is started under another SECRET; with the test the first one holds again. */
async function underAnotherSecret(): Promise<RunningProduct> {
  const queued = mailQueueOf(product)
  onTestFinished(queued.close)
  const SECRET = 'another secret, for the time after the first one'
  await replaceSecret(queued.database, SECRET)
  const moved = await runProduct({
    databaseUrl: product.databaseUrl,
    environment: { SECRET, GHL_BASE_URL: crm.url },
  })
  onTestFinished(async () => {
    await moved.end()
    await replaceSecret(queued.database, productSecret)
  })
  return moved
}

test('under another SECRET what was entered is said to be unreadable, and can be entered again', async () => {
  expect((await put('typeform', { secret: 'typeform-entered-0123456789' })).status).toBe(200)
  const moved = await underAnotherSecret()
  const again = await moved.owner()
  const { state, fields } = await connection('typeform', again)
  expect([state, fields]).toMatchObject(['not-connected', [{ source: 'dashboard', isReadable: false }]])
  expect((await put('typeform', {}, again)).status).toBe(422)
  expect((await put('typeform', { secret: 'typeform-again-0123456789' }, again)).status).toBe(200)
  expect((await connection('typeform', again)).state).toBe('quiet')
})

test('a vendor whose secret is unreadable is asked to deliver again later, and none that never was entered', async () => {
  const secret = 'typeform-entered-0123456789'
  expect((await put('typeform', { secret })).status).toBe(200)
  const moved = await underAnotherSecret()
  const now = new Date().toISOString()
  const call = typeformCall(formResponse({ token: 'moved', submittedAt: now }), secret)
  // Typeform switches a webhook off at the first 404, and tries for ten hours after a 503.
  expectRefusal(await deliver(moved.url, call), 'an unreadable secret', 503)
  const never = calCall(calBooking('BOOKING_CREATED', { uid: 'moved', createdAt: now }), calSecret)
  expectRefusal(await deliver(moved.url, never), 'no secret', 404)
  expect((await put('typeform', { secret }, await moved.owner())).status).toBe(200)
  expect((await deliver(moved.url, call)).status).toBe(200)
})

test('nothing of it is for anybody else, nor for another site', async () => {
  const stranger = product.browser()
  expect((await put('cal', { secret: calSecret }, stranger)).status).toBe(401)
  expect((await remove('cal', stranger)).status).toBe(401)
  const headers = { 'content-type': 'application/json', origin: 'https://elsewhere.example' }
  const body = JSON.stringify({ secret: calSecret })
  expect((await owner.send('PUT', path('cal'), { headers, body })).status).toBe(403)
  expect((await owner.send('DELETE', path('cal'), { headers })).status).toBe(403)
  expect(await stored('cal')).toEqual([])
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import { SiteContent } from '#contract/site-content.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { phoneAgent } from '#support/meta-product.ts'
import { startMetaServer } from '#support/meta-server.ts'
import { startProductProcess } from '#support/product-process.ts'
import { ownerPassword, productSecret, type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { startDatabaseWire } from '#support/tcp-proxy.ts'
import { createBrowser, type TestBrowser } from '#support/test-browser.ts'
import { aheadToAfternoon, manyCalls } from '#support/voice-product.ts'
import { startVoiceServer } from '#support/voice-server.ts'
import { expectRefusal } from './expect-refusal.ts'

const pixelId = '123456789012345'
const metaToken = 'EAAentered0123456789a1f3'
const secrets = {
  crm: { token: 'pit-never-to-be-seen-0123', locationId: 'locNeverToBeSeen0123' },
  cal: { secret: 'cal-never-to-be-seen-0123' },
  typeform: { secret: 'typeform-never-to-be-seen-0123' },
  stripe: { secret: 'whsec_never-to-be-seen-0123' },
  voice: { secret: 'voice-never-to-be-seen-0123', url: 'https://agent.example.com/never-to-be-seen-0123' },
  meta: { token: 'EAAneverToBeSeen0123456789', testEventCode: 'NEVERSEEN0123' },
}
const ahead = aheadToAfternoon()
const clock = { now: () => new Date(Date.now() + ahead) }

let crm: CrmServer
let product: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  crm = await startCrmServer(secrets.crm)
  product = await runProduct({
    clock,
    retryDelaySeconds: 1,
    environment: { GHL_BASE_URL: crm.url },
    content: SiteContent.parse({ calls: manyCalls, pixel: { id: pixelId } }),
  })
  owner = await product.owner()
})
afterAll(async () => {
  await product?.end()
  await crm?.stop()
})

const path = (vendor: string) => `/api/connections/${vendor}/settings`
const put = (vendor: string, values: object, who = owner) => sendJson(who, 'PUT', path(vendor), values)
const connection = async (vendor: string, who = owner): Promise<Connection> => {
  const { body } = await who.get('/api/connections')
  return body.connections.find((one: Connection) => one.vendor === vendor)
}

ordinaryTest(
  'no value that was entered is in a log, an answer, an error, a table or the list of processes',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'leadline-vendor-log-'))
    const talking = await startProductProcess({
      DATABASE_URL: product.databaseUrl,
      DATA_DIR: dataDir,
      SECRET: productSecret,
      GHL_BASE_URL: crm.url,
      LOG_LEVEL: 'trace',
    })
    onTestFinished(async () => {
      await talking.kill()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const who = createBrowser(talking.url)
    await who.post('/api/analytics/verify-password', { password: ownerPassword })
    const answers: string[] = []
    const keep = async (answer: Promise<{ text: string }>) => void answers.push((await answer).text)
    for (const [vendor, values] of Object.entries(secrets)) {
      expect((await put(vendor, values, who)).status).toBe(200)
      await keep(put(vendor, values, who))
      // Wrong in every field, with the value within.
      const wrong = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, `${value} ${value}`]),
      )
      await keep(put(vendor, wrong, who))
      await keep(put(vendor, { ...values, locationId: [values] }, who))
      await keep(who.post(`/api/connections/${vendor}/test`, {}))
    }
    await waitFor('the other process uses it', async () => {
      const { body } = await owner.post('/api/connections/crm/test', {})
      return body.success
    })
    for (const at of [
      '/api/connections',
      '/api/site/missing',
      '/api/connections/trouble',
      '/api/site/content',
    ])
      for (const browser of [owner, who]) await keep(browser.get(at))
    const rows = await product.query('select vendor, name, value, sealed from vendor_settings')
    for (const { value, sealed } of rows)
      answers.push(String(value), Buffer.from(sealed ?? '').toString('latin1'))
    const processes = readFileSync(`/proc/${talking.child.pid}/cmdline`, 'latin1')
    expect(await talking.stop()).toBe('exit code 0')
    const everything = [...answers, processes, talking.output()].join('\n')
    for (const value of Object.values(secrets).flatMap((one) => Object.values(one)))
      expect(everything).not.toContain(value)
    for (const vendor of Object.keys(secrets))
      expect((await owner.send('DELETE', path(vendor))).status).toBe(200)
  },
)

thoroughTest('a database that is away is said to be busy; what was entered before stays in use', async () => {
  const { wire, url } = await startDatabaseWire(product.databaseUrl)
  onTestFinished(() => wire.stop())
  const away = await runProduct({
    databaseUrl: url,
    environment: { GHL_BASE_URL: crm.url },
  })
  onTestFinished(() => away.end())
  const who = await away.owner()
  expect((await put('cal', secrets.cal, who)).status).toBe(200)
  await wire.refuse()
  const answer = await put('cal', { secret: 'another-secret-0123' }, who)
  expectRefusal(answer, 'no database', 503)
  expect((await who.send('DELETE', path('cal'))).status).toBe(503)
  await wire.pass()
  await waitFor('it is back', async () => (await who.get('/api/connections')).status === 200)
  expect((await connection('cal', who)).fields).toMatchObject([{ source: 'dashboard', endsIn: '0123' }])
  expect((await connection('cal', who)).state).not.toBe('not-connected')
  expect((await owner.send('DELETE', path('cal'))).status).toBe(200)
})

thoroughTest(
  'Meta is reported to once a token is entered, and a test code marks the test alone',
  async () => {
    const meta = await startMetaServer({ pixelId, token: metaToken })
    const reporting = await runProduct({
      content: SiteContent.parse({ pixel: { id: pixelId } }),
      environment: { META_BASE_URL: meta.url },
      ...{ retryDelaySeconds: 1, laterAfterSeconds: 1 },
    })
    onTestFinished(async () => {
      await reporting.end()
      await meta.stop()
    })
    const who = await reporting.owner()
    const visitor = reporting.browser(phoneAgent)
    await visitor.post('/api/visitors/track', { path: '/', timezone: 'America/Denver' })
    const claim = async (eventName: string) => {
      const event = { eventId: crypto.randomUUID(), eventName, path: '/', moment: 'submit' }
      return (await visitor.post('/api/visitors/pixel-event', event)).status
    }
    const codes = () => meta.requests.map(({ testCode }) => testCode)
    expect((await put('meta', { token: metaToken }, who)).status).toBe(200)
    expect(await connection('meta', who)).toMatchObject({ canTest: false, whyNoTest: expect.any(String) })
    expect((await put('meta', { testEventCode: 'TEST12345' }, who)).status).toBe(200)
    expect((await who.post('/api/connections/meta/test', {})).body).toMatchObject({ success: true })
    expect(codes()).toEqual(['TEST12345'])
    expect(await claim('Lead')).toBe(200)
    await waitFor('it is reported', () => meta.accepted.some(({ event_name: name }) => name === 'Lead'))
    expect(codes().at(-1)).toBeUndefined()

    // What waits when the token is taken away goes out with the next one.
    meta.failWith('error-500')
    expect(await claim('CompleteRegistration')).toBe(200)
    await waitFor('it fails', async () => (await connection('meta', who)).state === 'failing')
    expect((await who.send('DELETE', path('meta'))).status).toBe(200)
    expect(await connection('meta', who)).toMatchObject({ state: 'not-connected', waiting: 1 })
    meta.recover()
    expect((await put('meta', { token: metaToken }, who)).status).toBe(200)
    await waitFor('it is reported', () =>
      meta.accepted.some(({ event_name: name }) => name === 'CompleteRegistration'),
    )
  },
)

thoroughTest(
  'calls are asked for at an address that was entered; one that was not taken is kept when the agent goes',
  async () => {
    const voice = await startVoiceServer(secrets.voice.secret, () => clock.now().getTime())
    onTestFinished(() => voice.stop())
    const apply = async (email: string, phone: string) => {
      const browser = product.browser()
      await browser.post('/api/capture-lead', {
        ...{ name: 'Ada Kern', email, phone, page: '/meme', callConsent: true },
      })
      await browser.post('/api/leads/application-confirmation', { fingerprint: '1', page: '/thankyoucall' })
    }
    const states = () =>
      product.query('select state, reason from call_requests order by requested_at desc limit 1')
    expect((await put('voice', { secret: secrets.voice.secret, url: voice.url })).status).toBe(200)
    await apply('asked@example.com', '+12025550601')
    await waitFor('it was taken', async () => (await states())[0]?.state === 'sent')
    expect(voice.calls).toHaveLength(1)
    expect((await owner.post('/api/connections/voice/test', {})).body.message).toMatch(
      /The last call was asked for and taken at/,
    )
    voice.failWith(503)
    await apply('kept@example.com', '+12025550602')
    await waitFor('it failed', async () => (await states())[0]?.reason?.includes('503'))
    expect((await owner.post('/api/connections/voice/test', {})).body.message).toMatch(/failed at .*503/)
    expect((await owner.send('DELETE', path('voice'))).status).toBe(200)
    await waitFor('it is set aside', async () => (await states())[0]?.state === 'parked')
    expect((await states())[0]?.reason).toMatch(/^The voice agent was removed before it took the call/)
    expect((await connection('voice')).parkedItems[0]).toMatchObject({ canReplay: false })
  },
)

thoroughTest('a vendor that is removed while it fails is not said to work again', async () => {
  const watching = await runProduct({
    environment: { GHL_BASE_URL: crm.url },
    ...{ retryDelaySeconds: 1, watchTroublesEveryMs: 200 },
  })
  onTestFinished(async () => {
    await watching.end()
    await crm.recover()
  })
  const who = await watching.owner()
  const settings = { webhookUrl: 'http://127.0.0.1:9/alerts', webhookTrouble: true }
  expect((await sendJson(who, 'PUT', '/api/alerts/settings', settings)).status).toBe(200)
  expect((await put('crm', secrets.crm, who)).status).toBe(200)
  await crm.failWith('token-revoked')
  const lead = { name: 'Ada Kern', email: 'ada@example.com', phone: '1', page: '/meme' }
  await watching.browser().post('/api/capture-lead', lead)
  await waitFor('it fails', async () => (await connection('crm', who)).state === 'failing')
  await watching.query("update leads set crm_failing_since = crm_failing_since - interval '3 hours'")
  const alertsOf = async (kind: string) =>
    (await watching.query('select 1 from alerts where kind = $1', [kind])).length
  await waitFor('it is told', async () => (await alertsOf('broke')) === 1)
  expect((await who.send('DELETE', path('crm'))).status).toBe(200)
  await waitFor('it is noticed', async () => {
    const rows = await watching.query("select 1 from vendor_troubles where vendor = 'crm' and is_alerted")
    return rows.length === 0
  })
  expect(await alertsOf('works-again')).toBe(0)
})

import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { type HookServer, startHookServer } from '#support/hook-server.ts'
import { listenLocally } from '#support/listening-server.ts'
import { enteredServer } from '#support/mail-queue.ts'
import { type MailServer, startMailServer } from '#support/mail-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let old: HookServer
let hook: HookServer
let mails: MailServer
let product: RunningProduct
let owner: TestBrowser
// What fails once is not tried again within any test's patience.
const retryDelaySeconds = 1800
beforeAll(async () => {
  ;[old, hook, mails] = await Promise.all([startHookServer(), startHookServer(), startMailServer()])
  product = await runProduct({
    retryDelaySeconds,
    environment: { SMTP_URL: mails.url, ALERT_FROM: 'alerts@example.com' },
  })
  owner = await product.owner()
})
afterAll(async () => {
  await product?.end()
  await Promise.all([old?.stop(), hook?.stop(), mails?.stop()])
})

const save = async (settings: object) =>
  expect((await sendJson(owner, 'PUT', '/api/alerts/settings', settings)).status).toBe(200)
let leads = 0
async function capture(): Promise<string> {
  leads += 1
  const email = `lead${leads}@example.com`
  const details = { name: `Lead ${leads}`, email, phone: '(202) 555-0143', page: '/meme' }
  expect((await product.browser().post('/api/capture-lead', details)).status).toBe(200)
  return email
}
/** Waits until so many alerts have failed and wait for a try that is far away. */
const resting = (number: number) =>
  waitFor('the alerts rest', async () => {
    const rows = await product.query(`select 1 from jobs.job where name = 'send-alert'
      and state in ('created', 'retry') and start_after > now() + interval '5 minutes'`)
    return rows.length === number
  })
const tookOf = (receiver: HookServer) => receiver.taken.map(({ email }) => String(email)).sort()

ordinaryTest('switches that are turned at the same moment are all kept', async () => {
  const switches = ['emailNewLead', 'emailTrouble', 'webhookNewLead', 'webhookTrouble']
  for (const isOn of [true, false, true, false, true, false]) {
    await Promise.all(switches.map((name) => save({ [name]: isOn })))
    const { body } = await owner.get('/api/alerts/settings')
    expect(switches.map((name) => body[name])).toEqual(switches.map(() => isOn))
  }
})

ordinaryTest(
  'alerts that wait go to a webhook’s corrected address at once, each once; other changes leave them waiting',
  async () => {
    await save({ webhookUrl: old.url, webhookNewLead: true })
    old.answerWith(404)
    const first = await capture()
    await resting(1)
    // Named by the receiver; its address is another one afterwards, and so is the receiver.
    old.answerWith(503, Number.POSITIVE_INFINITY, { 'retry-after': '3600' })
    const second = await capture()
    await resting(2)
    await save({ webhookTrouble: true })
    await resting(2)
    await save({ webhookUrl: hook.url })
    await waitFor('both came', () => hook.taken.length === 2)
    expect(tookOf(hook)).toEqual([first, second].sort())
    await waitFor('none waits', async () => {
      const open = await product.query("select 1 from alerts where state <> 'sent'")
      return open.length === 0
    })
    expect(old.taken).toEqual([])
  },
)

ordinaryTest('an address that is corrected while a try is under way gets the alert next', async () => {
  const held: ServerResponse[] = []
  const server = createServer((_request, response) => void held.push(response))
  const holding = await listenLocally(server, { cut: () => server.closeAllConnections() })
  await save({ webhookUrl: `http://127.0.0.1:${holding.port}/` })
  const email = await capture()
  await waitFor('the try is under way', () => held.length === 1)
  await save({ webhookUrl: hook.url })
  held[0]?.writeHead(500).end()
  await waitFor('it came', () => tookOf(hook).includes(email))
  await holding.goDown()
})

ordinaryTest('alerts by email that wait go to a corrected address at once', async () => {
  await save({ webhookNewLead: false, emailTo: 'coch@example.com', emailNewLead: true })
  await mails.failWith('busy')
  await capture()
  await resting(1)
  await mails.recover()
  await save({ emailTo: 'coach@example.com' })
  const [mail] = await waitFor('it came', () => mails.taken.length === 1 && mails.taken)
  expect(mail?.source).toMatch(/^To: coach@example\.com\r$/m)
})

ordinaryTest('alerts by email that wait are sent at once by a start with another mail server', async () => {
  await mails.failWith('busy')
  await capture()
  await resting(1)
  await product.stop()
  await mails.recover()
  const before = mails.taken.length
  const next = await runProduct({
    ...{ retryDelaySeconds, databaseUrl: product.databaseUrl },
    environment: { SMTP_URL: mails.url, ALERT_FROM: 'alerts@example.com' },
  })
  await waitFor('it came', () => mails.taken.length === before + 1)
  await next.end()
})

thoroughTest(
  'another mail server that is connected while a try is under way sends the alert next',
  async () => {
    const [one, other] = await Promise.all([startMailServer(), startMailServer()])
    const entering = await runProduct({ retryDelaySeconds })
    const owner = await entering.owner()
    const connect = async ({ port }: MailServer) => {
      const server = enteredServer(port)
      expect((await sendJson(owner, 'PUT', '/api/connections/email/settings', server)).status).toBe(200)
    }
    await connect(one)
    const settings = { emailTo: 'coach@example.com', emailNewLead: true }
    expect((await sendJson(owner, 'PUT', '/api/alerts/settings', settings)).status).toBe(200)
    await one.failWith('silent')
    const before = one.connections()
    const details = { name: 'New', email: 'new@example.com', phone: '(202) 555-0143', page: '/meme' }
    expect((await entering.browser().post('/api/capture-lead', details)).status).toBe(200)
    await waitFor('the try is under way', () => one.connections() > before)
    await connect(other)
    await waitFor('it came', () => other.taken.some(({ source }) => source.includes('new@example.com')))
    await entering.end()
    await Promise.all([one.stop(), other.stop()])
  },
)

ordinaryTest('an alert by email that may have arrived is not sent once more by each start', async () => {
  const again = () =>
    runProduct({
      ...{ retryDelaySeconds, databaseUrl: product.databaseUrl },
      environment: { SMTP_URL: mails.url, ALERT_FROM: 'alerts@example.com' },
    })
  const first = await again()
  await mails.failWith('busy')
  const details = { name: 'Late', email: 'late@example.com', phone: '(202) 555-0143', page: '/meme' }
  expect((await first.browser().post('/api/capture-lead', details)).status).toBe(200)
  const isResting = async () => {
    const rows = await product.query(`select 1 from jobs.job where name = 'send-alert'
      and state in ('created', 'retry') and start_after > now() + interval '5 minutes'`)
    return rows.length === 1
  }
  await waitFor('the alert rests', isResting)
  // As where the server had the whole mail and no answer came.
  await product.query("update alerts set failure_kind = 'unanswered' where state = 'waiting'")
  await first.end()
  await mails.recover()
  const next = await again()
  expect(await isResting()).toBe(true)
  // At another address nobody has it yet.
  const owner = await next.owner()
  const other = { emailTo: 'other@example.com' }
  expect((await sendJson(owner, 'PUT', '/api/alerts/settings', other)).status).toBe(200)
  await waitFor('it came', () => mails.taken.some(({ source }) => source.includes('late@example.com')))
  await next.end()
})

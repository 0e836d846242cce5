import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest'
import { replaceSecret } from '#server/owner/claim-installation.ts'
import { waitFor } from '#support/eventually.ts'
import { enteredServer, mailQueueOf } from '#support/mail-queue.ts'
import { type MailServer, startMailServer } from '#support/mail-server.ts'
import { startProductProcess } from '#support/product-process.ts'
import { ownerPassword, productSecret, type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { createBrowser, type TestBrowser } from '#support/test-browser.ts'

let mails: MailServer
let product: RunningProduct
let second: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  mails = await startMailServer()
  product = await runProduct()
  second = await runProduct({ databaseUrl: product.databaseUrl })
  owner = await product.owner()
})
afterAll(async () => {
  await second?.end()
  await product?.end()
  await mails?.stop()
})
afterEach(() => mails.recover())

const PATH = '/api/connections/email/settings'
const { password, ...withoutPassword } = enteredServer(0)
const entered = (change: object = {}) => ({ ...enteredServer(mails.port), ...change })
const put = (body: object) => sendJson(owner, 'PUT', PATH, body)
const state = async (who = owner) => (await who.get(PATH)).body
const nothing = {
  source: 'nothing',
  entered: null,
  password: { isSet: false, endsIn: null, isReadable: true },
}
const sendTest = async (who: TestBrowser) =>
  (await who.post('/api/connections/email/test-mail', { to: 'coach@example.com' })).body

ordinaryTest('a mail server that cannot be used is not kept, and the field at fault is named', async () => {
  expect(await state()).toEqual(nothing)
  await mails.failWith('wrong-password', 1)
  const refused = await put(entered())
  expect(refused.status).toBe(422)
  expect(refused.body.fields.password).toMatch(
    /^The mail server did not accept the user name or the password: 535/,
  )
  await mails.failWith('down')
  const dead = await put(entered())
  expect([dead.status, dead.body.fields.host]).toEqual([
    422,
    expect.stringMatching(/^The mail server could not be reached/),
  ])
  expect(await state()).toEqual(nothing)
  expect(await product.query('select 1 from vendor_settings')).toEqual([])
})

ordinaryTest.each([
  [{ security: 'none', host: 'smtp.example.com' }, 'security'],
  [{ security: 'tls', host: 'smtp.example.com:587' }, 'host'],
  [{ security: 'tls', host: '' }, 'host'],
  [{ port: 0 }, 'port'],
  [{ fromEmail: 'coach' }, 'fromEmail'],
  [{ fromName: 'Ana\r\nBcc: x@example.com' }, 'fromName'],
  [{ password: '' }, 'password'],
  [{ password: undefined }, 'password'],
])('%j is refused', async (change, field) => {
  const { status, body } = await put(entered(change))
  expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
})

ordinaryTest('one that works is kept sealed, shown by its end alone, and used by every process', async () => {
  const { status, body } = await put(entered())
  expect(status).toBe(200)
  expect(body).toEqual({
    source: 'dashboard',
    entered: { ...withoutPassword, port: mails.port },
    password: { isSet: true, endsIn: 'a1f3', isReadable: true },
  })
  expect(mails.logins.at(-1)).toBe(`coach@example.com ${password}`)
  const rows = await product.query('select name, value, sealed from vendor_settings order by name')
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(enteredServer(0)).sort())
  expect(rows.filter(({ sealed }) => sealed !== null).map(({ name }) => name)).toEqual(['password'])
  for (const { value, sealed } of rows) {
    expect(String(value)).not.toContain(password)
    expect(Buffer.from(sealed ?? '').toString('latin1')).not.toContain('mail password')
  }
  for (const path of [PATH, '/api/connections', '/api/alerts/settings'])
    expect(JSON.stringify((await owner.get(path)).body)).not.toContain('mail password')
  const other = await second.owner()
  await waitFor('the other process knows it', async () => (await state(other)).source === 'dashboard')
  expect((await sendTest(other)).success).toBe(true)
  expect(mails.taken.at(-1)).toMatchObject({ from: 'coach@example.com', to: 'coach@example.com' })
})

ordinaryTest(
  'the password stays without being entered again, but is shown to no other server and under no other name',
  async () => {
    const same = { ...enteredServer(mails.port), password: undefined }
    expect((await put({ ...same, fromName: 'Ana' })).status).toBe(200)
    expect((await state()).entered.fromName).toBe('Ana')
    const logins = mails.logins.length
    for (const change of [{ host: 'localhost' }, { port: mails.port + 1 }, { user: 'other@example.com' }]) {
      const { status, body } = await put({ ...same, ...change })
      expect([status, body.fields.password]).toEqual([
        422,
        'Enter the password again: the server or the user name is another one.',
      ])
    }
    expect(mails.logins).toHaveLength(logins)
  },
)

ordinaryTest('a form that is older than the mail server in use does not bring an old one back', async () => {
  const { entered: before } = await state()
  const newer = { ...entered(), fromName: 'Ana Keller' }
  expect((await put({ ...newer, inPlaceOf: before })).status).toBe(200)
  const older = { ...entered(), fromName: 'Of an older tab' }
  for (const inPlaceOf of [before, null]) {
    const { status, body } = await put({ ...older, inPlaceOf })
    expect([status, body.error]).toEqual([
      409,
      'The mail server was changed meanwhile. Have a look at the new one.',
    ])
  }
  expect((await state()).entered.fromName).toBe('Ana Keller')
  // The answer to the first try may have been lost.
  expect((await put({ ...newer, inPlaceOf: before })).status).toBe(200)
  const other = await sendJson(await second.owner(), 'PUT', PATH, { ...older, inPlaceOf: before })
  expect(other.status).toBe(409)
  expect((await put({ ...older, inPlaceOf: (await state()).entered })).status).toBe(200)
})

ordinaryTest('a test is a real mail, and says what the mail server said', async () => {
  const before = mails.taken.length
  expect(await sendTest(owner)).toEqual({
    success: true,
    message: expect.stringMatching(/^The mail server accepted it\. Check the inbox of coach@example\.com/),
  })
  expect(mails.taken.slice(before)).toMatchObject([{ to: 'coach@example.com' }])
  await mails.failWith('sender', 1)
  expect(await sendTest(owner)).toEqual({
    success: false,
    message: expect.stringMatching(/^The mail server takes no mail from our sender address: 553/),
  })
  expect((await owner.post('/api/connections/email/test-mail', { to: 'nobody' })).status).toBe(422)
})

ordinaryTest('alerts go the same way', async () => {
  await sendJson(owner, 'PUT', '/api/alerts/settings', { emailTo: 'alerts@example.com' })
  expect((await owner.get('/api/alerts/settings')).body.isEmailSetUp).toBe(true)
  const { body } = await owner.post('/api/alerts/test', { channel: 'email' })
  expect(body).toEqual({ success: true, message: 'The mail server accepted it.' })
  expect(mails.taken.at(-1)?.to).toBe('alerts@example.com')
})

ordinaryTest('removed, it is gone in every process', async () => {
  expect((await owner.send('DELETE', PATH)).status).toBe(200)
  expect(await state()).toEqual(nothing)
  expect(await product.query('select 1 from vendor_settings')).toEqual([])
  const other = await second.owner()
  await waitFor('the other process knows it', async () => (await state(other)).source === 'nothing')
  expect(await sendTest(other)).toEqual({ success: false, message: 'No mail server is connected yet.' })
})

thoroughTest('under another SECRET the password is said to be unreadable, and mails wait', async () => {
  expect((await put(entered())).status).toBe(200)
  const queued = mailQueueOf(product)
  onTestFinished(queued.close)
  const newSecret = 'another secret, for the time after the first one'
  await replaceSecret(queued.database, newSecret)
  const moved = await runProduct({ databaseUrl: product.databaseUrl, environment: { SECRET: newSecret } })
  onTestFinished(async () => {
    await moved.end()
    await replaceSecret(queued.database, productSecret)
  })
  const again = await moved.owner()
  expect(await state(again)).toMatchObject({
    source: 'dashboard',
    password: { isSet: true, endsIn: null, isReadable: false },
  })
  expect(await sendTest(again)).toEqual({
    success: false,
    message: expect.stringMatching(/^The server’s secret key has changed/),
  })
  expect((await sendJson(again, 'PUT', PATH, { ...entered(), password: undefined })).status).toBe(422)
  expect((await sendJson(again, 'PUT', PATH, entered())).status).toBe(200)
  expect((await sendTest(again)).success).toBe(true)
})

ordinaryTest('a variable on the server wins, and is said to', async () => {
  const variable = await startMailServer()
  const configured = await runProduct({
    databaseUrl: product.databaseUrl,
    environment: { SMTP_URL: variable.url, ALERT_FROM: 'alerts@example.com' },
  })
  onTestFinished(async () => {
    await configured.end()
    await variable.stop()
  })
  const who = await configured.owner()
  expect((await state(who)).source).toBe('environment')
  expect((await sendTest(who)).success).toBe(true)
  expect(variable.taken).toHaveLength(1)
})

ordinaryTest('nothing of it is for anybody else', async () => {
  const stranger = product.browser()
  expect((await stranger.get(PATH)).status).toBe(401)
  expect((await sendJson(stranger, 'PUT', PATH, entered())).status).toBe(401)
  expect((await stranger.send('DELETE', PATH)).status).toBe(401)
  expect((await stranger.post('/api/connections/email/test-mail', { to: 'a@example.com' })).status).toBe(401)
  expect((await stranger.get('/api/mails')).status).toBe(401)
})

thoroughTest('at the most talkative level the log holds no password', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-mail-log-'))
  const talking = await startProductProcess({
    DATABASE_URL: product.databaseUrl,
    DATA_DIR: dataDir,
    SECRET: productSecret,
    LOG_LEVEL: 'trace',
  })
  onTestFinished(async () => {
    await talking.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const who = createBrowser(talking.url)
  await who.post('/api/analytics/verify-password', { password: ownerPassword })
  await mails.failWith('wrong-password', 1)
  expect((await sendJson(who, 'PUT', PATH, entered())).status).toBe(422)
  expect((await sendJson(who, 'PUT', PATH, entered())).status).toBe(200)
  expect((await sendJson(who, 'PUT', PATH, entered({ port: 'x' }))).status).toBe(422)
  expect(talking.output()).not.toContain('mail password')
  expect(await talking.stop()).toBe('exit code 0')
  expect(talking.output()).not.toContain('mail password')
})

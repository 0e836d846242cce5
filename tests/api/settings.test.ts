import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { ownerPassword, type RunningProduct } from '#support/running-product.ts'
import { phone, type TestBrowser } from '#support/test-browser.ts'
import { runPairedProduct } from './paired-product.ts'

let product: RunningProduct
let second: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  const pair = await runPairedProduct()
  product = pair.first
  second = pair.second
  owner = pair.owner
})
afterAll(() => product?.end())

const put = (body: object) =>
  owner.send('PUT', '/api/analytics/settings', {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

async function visitAndSubmit(on: RunningProduct, email: string) {
  const browser = on.browser()
  await browser.post('/api/visitors/track', { path: '/', userAgent: phone })
  await browser.post('/api/visitors/page-view', { path: '/' })
  const lead = { name: 'Ann', email, phone: '202-555-0143', page: '/', userAgent: phone }
  expect((await browser.post('/api/capture-lead', lead)).status).toBe(200)
  expect((await browser.post('/api/analytics/capture-with-visitor', { ...lead, slug: '/' })).status).toBe(200)
}

async function everythingStored(email: string): Promise<string> {
  const rows = await product.query(
    `select row_to_json(lead) as lead, row_to_json(visitor) as visitor, row_to_json(browser) as browser, row_to_json(capture) as capture,
      row_to_json(receipt) as receipt
    from leads lead join visitors visitor on visitor.id = lead.visitor_id
    join browsers browser on browser.id = visitor.browser_id
    join lead_captures capture on capture.lead_id = lead.id
    join consent_receipts receipt on receipt.capture_id = capture.id where lead.email = $1`,
    [email],
  )
  expect(rows.length).toBeGreaterThan(0)
  return JSON.stringify(rows)
}

describe('the settings', () => {
  it('have their defaults until they are changed, and then keep what was chosen', async () => {
    expect((await owner.get('/api/analytics/settings')).body).toEqual({
      timezone: 'America/Los_Angeles',
      trackUserAgents: true,
      autoRefresh: false,
      dense: false,
    })
    expect((await put({ dense: true })).body).toMatchObject({ dense: true, autoRefresh: false })
    expect((await put({ timezone: 'Asia/Tokyo' })).body).toMatchObject({
      dense: true,
      timezone: 'Asia/Tokyo',
    })
    const otherBrowser = await second.owner()
    await waitFor('the other process hears of it', async () => {
      const { body } = await otherBrowser.get('/api/analytics/settings')
      return body.timezone === 'Asia/Tokyo' && body.dense
    })
  })

  it('refuse a timezone that is none of the ten', async () => {
    const { status, body } = await put({ timezone: 'Mars/Base' })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['timezone']])
  })

  it('stop storing user agents when ‘Track user agents’ is off, in every process, and start again when it is on', async () => {
    await visitAndSubmit(product, 'before@example.com')
    expect(await everythingStored('before@example.com')).toContain('Instagram 331')
    await put({ trackUserAgents: false })
    await visitAndSubmit(product, 'without@example.com')
    const stored = await everythingStored('without@example.com')
    for (const trace of ['Instagram', 'AppleWebKit', 'iPhone', '17_4_1', '21E236', 'Apple', 'WebKit'])
      expect([trace, stored.includes(trace)]).toEqual([trace, false])
    expect(stored).toContain('"category":"Mobile"')
    const [lead] = (await owner.get('/api/customers?range=all&q=without')).body
    expect(lead).toMatchObject({ userAgent: null, device: { category: 'Mobile', os: null, browser: null } })

    const otherBrowser = await second.owner()
    await waitFor('the other process hears of it', async () => {
      const { body } = await otherBrowser.get('/api/analytics/settings')
      return body.trackUserAgents === false
    })
    await visitAndSubmit(second, 'elsewhere@example.com')
    expect(await everythingStored('elsewhere@example.com')).not.toContain('AppleWebKit')

    await put({ trackUserAgents: true })
    await visitAndSubmit(product, 'after@example.com')
    expect(await everythingStored('after@example.com')).toContain('Instagram 331')
  })
})

describe('sessions and the password', () => {
  it('lists the sessions, tells which is this one, and ends another', async () => {
    const laptop = await product.owner()
    const { body: sessions } = await owner.get('/api/analytics/sessions')
    const own = sessions.filter((session: { isCurrent: boolean }) => session.isCurrent)
    expect(own).toHaveLength(1)
    expect(own[0]).toMatchObject({ device: { os: 'iOS', app: 'Instagram' }, ipAddress: '127.0.0.1' })
    const { body: seenByLaptop } = await laptop.get('/api/analytics/sessions')
    const target = seenByLaptop.find((session: { isCurrent: boolean }) => session.isCurrent)
    // The id opens nothing: it is neither the cookie nor its stored hash.
    expect([...laptop.cookies.values()]).not.toContain(target.id)
    expect(await product.query('select 1 from owner_sessions where token_hash = $1', [target.id])).toEqual([])
    expect((await owner.send('DELETE', `/api/analytics/sessions/${target.id}`)).status).toBe(200)
    expect((await laptop.get('/api/analytics/session')).status).toBe(401)
    expect((await owner.get('/api/analytics/session')).status).toBe(200)
    expect((await owner.send('DELETE', `/api/analytics/sessions/${target.id}`)).status).toBe(404)
  })

  it('changes the password only for who knows the old one, and ends the other sessions', async () => {
    const laptop = await product.owner()
    const wrong = await owner.post('/api/analytics/password', {
      oldPassword: 'not the password',
      newPassword: 'a new password',
    })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { oldPassword: 'Incorrect password' }])
    const short = await owner.post('/api/analytics/password', {
      oldPassword: ownerPassword,
      newPassword: 'short',
    })
    expect([short.status, short.body.fields]).toEqual([
      422,
      { newPassword: 'New password must have at least 8 characters.' },
    ])
    for (const newPassword of ['password', '12345678', 'leadline', 'aaaaaaaa', 'Your Brand 2026!']) {
      const { status, body } = await owner.post('/api/analytics/password', {
        oldPassword: ownerPassword,
        newPassword,
      })
      expect([newPassword, status, body]).toEqual([
        newPassword,
        422,
        {
          error: 'This password is too easy to guess.',
          fields: {
            newPassword:
              'This is one of the first passwords an attacker would try. Four random words make a good one.',
          },
        },
      ])
    }
    const verify = (password: string) =>
      product.browser().post('/api/analytics/verify-password', { password })
    // Whoever was locked out by the old one begins anew with the new one.
    await expect.poll(async () => (await verify('a wrong password')).status).toBe(429)
    const { status } = await owner.post('/api/analytics/password', {
      oldPassword: ownerPassword,
      newPassword: 'a new password',
    })
    expect(status).toBe(200)
    expect((await owner.get('/api/analytics/session')).status).toBe(200)
    expect((await laptop.get('/api/analytics/session')).status).toBe(401)
    expect((await verify(ownerPassword)).status).toBe(401)
    expect((await verify('a new password')).status).toBe(200)
  })

  it('lets nobody in by the old password who was signing in at another process while it was changed', async () => {
    // Holds up whoever has given the right password, just before they are let in.
    await product.query(`create function wait_at_the_door() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(4711); return new; end $$`)
    await product.query(`create trigger door before insert on owner_sessions
      for each row execute function wait_at_the_door()`)
    const door = new pg.Client({ connectionString: product.databaseUrl })
    await door.connect()
    await door.query('select pg_advisory_lock(4711)')
    const thief = second.browser()
    const signingIn = thief.post('/api/analytics/verify-password', { password: 'a new password' })
    await waitFor('the thief is at the door', async () => {
      const rows = await product.query(`select 1 from pg_locks where locktype = 'advisory' and not granted
        and objid = 4711 and database = (select oid from pg_database where datname = current_database())`)
      return rows.length > 0
    })
    const changing = owner.post('/api/analytics/password', {
      oldPassword: 'a new password',
      newPassword: 'yet another password',
    })
    await Promise.race([changing, new Promise((resolve) => setTimeout(resolve, 500))])
    await door.query('select pg_advisory_unlock(4711)')
    await signingIn
    expect((await changing).status).toBe(200)
    expect((await thief.get('/api/analytics/session')).status).toBe(401)
    expect((await owner.get('/api/analytics/session')).status).toBe(200)
    await door.end()
    await product.query('drop function wait_at_the_door cascade')
  })
})

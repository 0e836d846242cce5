import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import type { Retention } from '#contract/retention.ts'
import { cancelSealing, type Sealing, sealMonth } from '#server/counting/seal-month.ts'
import type { Database } from '#server/platform/database.ts'
import { waitFor } from '#support/eventually.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { openForTest } from '#support/open-for-test.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

vi.setConfig({ testTimeout: 120_000 })

const person = { name: 'Ada Kern', email: 'ada@example.com', phone: '(202) 555-0143' }

/** The product with a clock that is set, looking for what is past its time all the time, in as many processes as asked for. */
async function keptProduct(at: string, { processes = 1, environment = {} } = {}) {
  let now = new Date(at)
  const options = { clock: { now: () => now }, environment: { TRUST_PROXY: '1', ...environment } }
  const product = await runProduct({ ...options, lookForPastTimeEveryMs: 100, lookForBackupEveryMs: 300 })
  onTestFinished(product.end)
  for (let more = 1; more < processes; more += 1) {
    const other = await runProduct({
      ...{ ...options, databaseUrl: product.databaseUrl },
      lookForPastTimeEveryMs: 100,
    })
    onTestFinished(other.end)
  }
  const from = (address: string) => product.browser(undefined, { 'x-forwarded-for': address })
  const view = async (browser: TestBrowser, path: string) =>
    expect((await browser.post('/api/visitors/page-view', { path, timezone: 'UTC' })).status).toBe(200)
  const read = async (): Promise<Retention> => (await (await product.owner()).get('/api/retention')).body
  return {
    product,
    from,
    view,
    read,
    set: (iso: string) => {
      now = new Date(iso)
    },
    /** Waits until this night's work is done. */
    nightIsOver: async () => {
      const begun = now.toISOString()
      await waitFor('the night’s work', async () => ((await read()).doneAt ?? '') >= begun)
    },
    keep: async (months: object) => sendJson(await product.owner(), 'PUT', '/api/retention', months),
  }
}

const summary = async (product: RunningProduct, query: string) =>
  (await (await product.owner()).get(`/api/analytics/summary?${query}`)).body
const inJanuary = 'range=custom&from=2026-01-01&to=2026-01-31'

ordinaryTest(
  'what is past its time goes in the night, in one of the processes; the numbers stay',
  async () => {
    const { product, from, view, set, nightIsOver, read } = await keptProduct('2026-01-10T12:00:00Z', {
      processes: 2,
    })
    await nightIsOver()
    expect(await read()).toMatchObject({
      months: { views: 14, bodies: 14, logs: 14, sessions: 14 },
      keptFrom: null,
      next: { pageViews: 0, firstDay: null },
      problem: null,
      backup: { isMade: false, lastAt: null },
    })
    const [passing, lead, regular] = [from('198.51.100.1'), from('198.51.100.2'), from('198.51.100.3')]
    for (const browser of [passing, lead, regular]) await view(browser, '/meme?utm_source=tiktok&utm_id=77')
    await lead.post('/api/leads/add-video-tag', { watchTime: 300 })
    expect((await lead.post('/api/capture-lead', { ...person, page: '/meme' })).status).toBe(200)
    await product.query(
      `insert into webhook_deliveries (id, vendor, event_id, kind, received_at, body, state)
     values (gen_random_uuid(), 'cal', 'done', 'x', '2026-01-10', '{"email":"x"}', 'done'),
       (gen_random_uuid(), 'cal', 'open', 'x', '2026-01-10', '{"email":"y"}', 'parked')`,
    )
    await product.query(
      `insert into login_failures (key, failures, last_failed_at, locked_until) values ('x', 1, '2026-01-10', '2026-01-10')`,
    )
    set('2026-06-10T12:00:00Z')
    await view(regular, '/')
    const before = await summary(product, inJanuary)
    expect(before).toMatchObject({ visitors: 3, pageViews: 3, leads: 1, keptFrom: null })
    const after = { ...before, keptFrom: '2026-02-01', activeNow: 0, pageViewsToday: 0 }
    const logs = await product.query('select count(*)::integer as count from auto_tag_logs')
    expect(logs[0]?.count).toBeGreaterThan(0)

    // Fourteen months of whole months: January goes in April of the next year, not in March.
    set('2027-03-31T12:00:00Z')
    await nightIsOver()
    expect(await read()).toMatchObject({ keptFrom: null })
    set('2027-04-01T12:00:00Z')
    await nightIsOver()
    expect(await read()).toMatchObject({ keptFrom: '2026-02-01', problem: null, next: { pageViews: 0 } })
    expect(await product.query(`select path from page_views where at < '2026-02-01'`)).toEqual([])
    expect(await product.query(`select to_regclass('page_views_2026_01') as gone`)).toEqual([{ gone: null }])
    expect(await summary(product, inJanuary)).toEqual(after)
    await expectHonestNumbers(product)

    // Who is nobody and whose browser has forgotten them is gone; of the lead only what tells the browser is.
    const visitors = await product.query(
      'select ip_address, browser_id, person_id is not null as has_person, fingerprint from visitors where excluded is null order by first_seen_at, id',
    )
    expect(visitors).toHaveLength(2)
    expect(visitors.filter((visitor) => visitor.has_person)).toEqual([
      { ip_address: null, browser_id: null, has_person: true, fingerprint: null },
    ])
    expect(visitors.filter((visitor) => !visitor.has_person)).toMatchObject([{ ip_address: '198.51.100.3' }])
    expect(await product.query('select distinct ip_address from visitor_addresses')).toEqual([
      { ip_address: '198.51.100.3' },
    ])
    expect(await product.query('select name, email, ip_address, user_agent from leads')).toEqual([
      { name: person.name, email: person.email, ip_address: null, user_agent: null },
    ])
    expect(await product.query('select ip_address, user_agent from lead_captures')).toEqual([
      { ip_address: null, user_agent: null },
    ])
    expect((await product.query('select ip_address from consent_receipts'))[0]).toEqual({
      ip_address: '198.51.100.2',
    })
    expect(await product.query('select event_id, body from webhook_deliveries order by 1')).toEqual([
      { event_id: 'done', body: '{}' },
      { event_id: 'open', body: '{"email":"y"}' },
    ])
    expect(await product.query(`select key from login_failures where key = 'x'`)).toEqual([])
    expect(await product.query('select id from auto_tag_logs')).toEqual([])
    const owner = await product.owner()
    const id = await product.leadIdOf(person.email)
    const { personId } = (await owner.get(`/api/leads/${id}`)).body
    expect((await owner.get(`/api/customer-journey/${personId}`)).body).toMatchObject({
      pageViews: [],
      captures: [{ page: '/meme' }],
      viewsKeptFrom: '2026-02-01T00:00:00.000Z',
    })

    // Erasing still reaches what is kept, and moves no number.
    expect((await sendJson(owner, 'POST', `/api/people/${personId}/erase`, {})).status).toBe(200)
    expect(await product.query('select name from leads')).toEqual([{ name: 'Erased person' }])
    expect(await summary(product, inJanuary)).toEqual(after)
    await expectHonestNumbers(product)
  },
)

thoroughTest(
  'who was there before is not new again, a later timezone begins later, and a block ends where views do',
  async () => {
    const { product, from, view, set, nightIsOver, keep, read } = await keptProduct('2026-01-31T20:00:00Z')
    const [regular, other] = [from('203.0.113.5'), from('203.0.113.6')]
    await view(regular, '/meme')
    await view(other, '/meme')
    set('2026-05-02T12:00:00Z')
    await view(regular, '/meme')
    expect(await summary(product, 'range=all')).toMatchObject({ visitors: 2, pageViews: 3 })
    const owner = await product.owner()
    expect((await owner.get('/api/retention/preview?views=3')).body).toMatchObject({
      pageViews: 2,
      firstDay: '2026-01-31',
      keptFrom: '2026-02-01',
    })
    await nightIsOver()
    const kept = await keep({ views: 3 })
    expect(kept).toMatchObject({
      status: 200,
      body: { months: { views: 3, logs: 14 }, next: { pageViews: 2 } },
    })
    expect((await keep({ views: 3 })).body.months).toEqual(kept.body.months)
    // Until the night nothing goes, and it can be taken back.
    expect(await product.query('select path from page_views')).toHaveLength(3)
    expect((await keep({ views: null })).body.next).toMatchObject({ pageViews: 0 })
    await keep({ views: 3 })
    set('2026-05-03T12:00:00Z')
    await nightIsOver()
    expect(await product.query('select path from page_views')).toHaveLength(1)
    expect((await read()).keptFrom).toBe('2026-02-01')
    expect(await summary(product, 'range=all')).toMatchObject({ visitors: 2, pageViews: 3 })
    expect(await summary(product, 'range=this-month')).toMatchObject({ visitors: 1, keptFrom: null })
    expect(await summary(product, 'range=this-month&tz=UTC')).toMatchObject({
      visitors: 1,
      numbersFrom: null,
    })
    // The browser that comes after months still has its name, so that it is nobody new.
    set('2026-05-04T12:00:00Z')
    await view(other, '/')
    expect(await summary(product, 'range=all')).toMatchObject({ visitors: 2, pageViews: 4 })

    // In a timezone that is asked for now, numbers begin with the first whole day that is kept.
    expect(await summary(product, 'range=all&tz=Asia/Tokyo')).toMatchObject({
      ...{ visitors: 2, pageViews: 2, from: '2026-02-02', numbersFrom: '2026-02-02' },
    })
    const customers = await owner.get('/api/customers?range=all&tz=Asia/Tokyo')
    expect(customers.headers.get('x-timezone')).toBe('America/Los_Angeles')
    // A table as a file tells the numbers of the screen.
    const before = 'range=custom&from=2026-01-31&to=2026-01-31&tz=Asia/Tokyo'
    expect((await owner.get(`/api/ads?${before}`)).body.unattributed.visitors).toBe(2)
    const file = await owner.get(`/api/export/ads.csv?${before}`)
    expect(file.text).toContain('\r\nsource,Unattributed,,,,0,0,2,')
    for (const path of ['ads', 'ads/people', 'export/ads.csv', 'export/ad-people.csv'])
      expect([path, (await owner.get(`/api/${path}?${before}`)).headers.get('x-timezone')]).toEqual([
        path,
        'America/Los_Angeles',
      ])
    const preview = (await owner.get('/api/blocked-ips/preview?ipAddress=203.0.113.5')).body
    expect(preview).toMatchObject({ pageViews: 1, visitors: 0, keptFrom: '2026-02-01' })
    await sendJson(owner, 'POST', '/api/blocked-ips', { ipAddress: '203.0.113.5' })
    expect(await summary(product, inJanuary)).toMatchObject({ visitors: 2, pageViews: 2 })
    expect(await summary(product, 'range=this-month')).toMatchObject({ visitors: 1, pageViews: 1 })
    await expectHonestNumbers(product)
  },
)

thoroughTest(
  'a submit of a sealed month is listed once it is released, and one that is confirmed after it was parted',
  async () => {
    const { product, from, view, set, nightIsOver, keep } = await keptProduct('2026-01-20T20:00:00Z')
    const submit = async (address: string, email: string, more = {}) =>
      expect(
        (await from(address).post('/api/capture-lead', { ...person, email, page: '/meme', ...more })).status,
      ).toBe(200)
    await view(from('203.0.113.5'), '/meme')
    await submit('203.0.113.6', 'held@example.com', { website: 'x' })
    await submit('203.0.113.7', 'known@example.com')
    await submit('203.0.113.8', 'known@example.com', { name: 'Somebody' })
    const owner = () => product.owner()
    const listed = async () =>
      (await (await owner()).get('/api/customers?range=all')).body
        .map(({ email }: { email: string }) => email)
        .sort()
    expect(await listed()).toEqual(['known@example.com'])
    await keep({ views: 1 })
    set('2026-05-02T12:00:00Z')
    await nightIsOver()
    const idOf = async (which: string) =>
      (await product.query(`select id from lead_captures where ${which}`))[0]?.id
    const held = await idOf("email = 'held@example.com'")
    expect((await (await owner()).post(`/api/quarantine/${held}/release`, {})).status).toBe(200)
    expect(await listed()).toEqual(['held@example.com', 'known@example.com'])
    const claim = await idOf("confirmation = 'open'")
    const isHidden = async () =>
      (await product.query('select hidden from lead_captures where id = $1', [claim]))[0]?.hidden
    for (const [word, hidden] of [
      ['part', true],
      ['confirm', false],
    ]) {
      expect((await (await owner()).post(`/api/unconfirmed/${claim}/${word}`, {})).status).toBe(200)
      expect(await isHidden()).toBe(hidden)
    }
    await expectHonestNumbers(product)
  },
)

thoroughTest('nothing goes before a backup of the night is proved', async () => {
  const { product, from, view, set, read } = await keptProduct('2026-01-10T12:00:00Z', {
    environment: { BACKUP_PASSPHRASE: 'four random words here' },
  })
  await view(from('203.0.113.5'), '/meme')
  set('2027-05-01T12:00:00Z')
  await waitFor('the month to go', async () => (await read()).keptFrom !== null)
  const { backup } = await read()
  expect(backup).toMatchObject({ isMade: true, lastAt: '2027-05-01T12:00:00.000Z' })
  expect(await product.query(`select state from backups where started_at >= '2027-05-01'`)).toEqual([
    { state: 'proved' },
  ])
})

thoroughTest('a night that a wrong clock dated ahead keeps no later one away', async () => {
  const { product, set, nightIsOver } = await keptProduct('2026-01-10T12:00:00Z')
  await nightIsOver()
  set('2026-01-11T12:00:00Z')
  await nightIsOver()
  await product.query(`update retention_state set done_at = '2031-01-01'`)
  const done = async () => (await product.query('select done_at from retention_state'))[0]?.done_at
  await waitFor('the next night’s work', async () => (await done()) < new Date('2026-01-12'))
  expect(await done()).toEqual(new Date('2026-01-11T12:00:00Z'))
})

thoroughTest('a night’s work that ends after the next night began is not taken for the next', async () => {
  const { product, set, nightIsOver } = await keptProduct('2026-01-10T12:00:00Z')
  await nightIsOver()
  // Alerts are looked through after what vendors delivered.
  const other = await holdLocks(product.databaseUrl, 'lock table alerts in access exclusive mode')
  set('2027-04-30T12:00:00Z')
  const held = `select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%delete from alerts%'`
  await waitFor('the work to be held up', async () => (await product.query(held)).length > 0)
  await product.query(
    `insert into webhook_deliveries (id, vendor, event_id, kind, received_at, body, state)
     values (gen_random_uuid(), 'cal', 'late', 'x', '2026-01-11', '{"email":"x"}', 'done')`,
  )
  set('2027-05-01T12:00:00Z')
  await other.letGo()
  await nightIsOver()
  expect(await product.query('select body from webhook_deliveries')).toEqual([{ body: '{}' }])
})

thoroughTest(
  'a process that ends in the middle leaves the month as it was, or counted for good',
  async () => {
    const { product, from, view, set, nightIsOver } = await keptProduct('2026-01-10T12:00:00Z')
    await nightIsOver()
    await view(from('203.0.113.5'), '/meme')
    const month = new Date('2026-01-01T00:00:00Z')
    const database = openForTest({ connectionString: product.databaseUrl, application_name: 'sealing' })
    const other = await holdLocks(product.databaseUrl, 'lock table sealed_months in access exclusive mode')
    const sealing = sealMonth(database, month, new Date()).catch((error: unknown) => error)
    // By this lock: before it waits for others who count, too.
    await waitFor('the sealing to be held up', async () => {
      const ended = await product.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'sealing' and pid = any($1)`,
        [await other.heldUp()],
      )
      return ended.length > 0
    })
    expect(await sealing).toBeInstanceOf(Error)
    await other.letGo()
    expect(await product.query('select sealed_before from counting_state')).toEqual([{ sealed_before: null }])
    expect(await product.query('select from sealed_visitors')).toEqual([])
    await expectHonestNumbers(product)

    expect(await sealMonth(database, month, new Date())).toBe(true)
    const before = await summary(product, 'range=all')
    await expectHonestNumbers(product)
    // The next night drops what was counted for good.
    set('2026-01-12T12:00:00Z')
    await nightIsOver()
    expect(await product.query('select path from page_views')).toEqual([])
    expect(await summary(product, 'range=all')).toMatchObject({ visitors: before.visitors, pageViews: 1 })
    // What of it changes is told.
    await product.query(`update value_days set events = events + 1 where day = '2026-01-10' and events > 0`)
    await expect(expectHonestNumbers(product)).rejects.toThrow(/sealed months/)
  },
)

thoroughTest(
  'what seals a month is broken off while it does, and nothing that its connection does later',
  async () => {
    const { product, from, view } = await keptProduct('2026-01-10T12:00:00Z')
    await view(from('203.0.113.5'), '/meme')
    const month = new Date('2026-01-01T00:00:00Z')
    const begun: Sealing[] = []
    const onBegun = (sealing: Sealing) => void begun.push(sealing)
    const cancelAll = async (by: Database) => {
      for (const sealing of begun) await cancelSealing(by, sealing)
    }
    // One connection, which whatever comes after the sealing takes, too.
    const database = openForTest(product.databaseUrl, 1)
    const beside = openForTest(product.databaseUrl, 1)
    const other = await holdLocks(product.databaseUrl, 'lock table sealed_months in access exclusive mode')
    const brokenOff = sealMonth(database, month, new Date(), onBegun).catch((error: unknown) => error)
    // By this lock: before it waits for others who count, too.
    await waitFor('the sealing to be held up', async () =>
      (await other.heldUp()).includes(begun[0]?.backend ?? 0),
    )
    await cancelAll(beside)
    expect(await brokenOff).toMatchObject({ code: '57014' })
    await other.letGo()

    expect(await sealMonth(database, month, new Date(), onBegun)).toBe(true)
    await cancelAll(database)
    const later = sql`select pg_sleep(2)`.execute(database)
    await pause(500)
    await cancelAll(beside)
    await later
  },
)

ordinaryTest('the choice is the owner’s, in whole months or for ever', async () => {
  const { product, keep, read } = await keptProduct('2026-01-10T12:00:00Z')
  expect((await product.browser().get('/api/retention')).status).toBe(401)
  expect((await sendJson(product.browser(), 'PUT', '/api/retention', { views: 1 })).status).toBe(401)
  for (const views of [0, -1, 1.5, 121, '14', 'ever', {}, 1e30]) {
    const answer = await keep({ views })
    expectRefusal(answer, `views ${JSON.stringify(views)}`, 422)
    expect(Object.keys(answer.body.fields)).toEqual(['views'])
  }
  const owner = await product.owner()
  expect((await owner.get('/api/retention/preview?views=0')).status).toBe(422)
  expect((await keep({})).body.months).toEqual({ views: 14, bodies: 14, logs: 14, sessions: 14 })
  const forEver = { views: null, bodies: null, logs: 1, sessions: 120 }
  expect((await keep(forEver)).body.months).toEqual(forEver)
  expect((await read()).months).toEqual(forEver)
})

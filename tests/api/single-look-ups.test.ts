import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Vendor } from '#contract/connections.ts'
import { SiteContent } from '#contract/site-content.ts'
import { readStatuses } from '#server/connections/read-statuses.ts'
import { eraseAds } from '#server/conversions/erasure-store.ts'
import { openDatabase, type Queryable } from '#server/platform/database.ts'
import { storedKeys } from '#server/platform/rate-limit.ts'
import { erasePerson } from '#server/privacy/erase-person.ts'
import { exportPerson } from '#server/privacy/export-person.ts'
import { listApplications } from '#server/reports/list-applications.ts'
import { listMails } from '#server/reports/list-mails.ts'
import { readCallState } from '#server/voice/read-call-state.ts'
import { eraseDeliveries } from '#server/webhooks/erasure-store.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

/*
 * What is asked about one browser, one person or one vendor reads that one's rows, however many others there are. Whether
 * it does is told by how many rows the database went through.
 */

const MANY = 3000
const LONG = 100
const now = new Date('2026-11-18T20:00:00Z')
const ada = '00000000-0000-7000-8000-000000000001'

let product: RunningProduct
let open: ReturnType<typeof openDatabase>
beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now } })
  const connection = { connectionString: product.databaseUrl }
  open = openDatabase({ connection, maxConnections: 2, statementTimeoutMs: 0, onLostConnection() {} })
  // A visitor, their person, lead, capture and receipt share one id.
  await product.query(`
    insert into visitors (id, first_seen_at, last_seen_at, visit_count, page_view_count, first_touch, last_touch)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, at, at, 0, 0, '{}', '{}'
    from generate_series(1, ${MANY}) n, lateral (select timestamptz '2026-11-18T00:00Z' - n * interval '1 minute') time (at)`)
  await product.query('insert into people (id, created_at) select id, first_seen_at from visitors')
  await product.query('update visitors set person_id = id')
  await product.query(`
    insert into person_links (id, person_id, kind, value, evidence, at)
    select gen_random_uuid(), id, 'visitor', id::text, '{}', first_seen_at from visitors`)
  await product.query(`
    insert into leads (id, person_id, visitor_id, email, name, phone, slug, capture_source, capture_count,
      first_captured_at, last_captured_at, crm_state)
    select id, id, id, id || '@example.com', 'Ada', '', '/', 'customer', 1, first_seen_at, last_seen_at, 'waiting'
    from visitors`)
  await product.query(`
    insert into lead_captures (id, at, lead_id, visitor_id, slug, name, email, phone, source, attribution, hidden, details)
    select id, last_captured_at, id, id, slug, name, email, phone, '', '{}', false,
      jsonb_build_object('phoneE164', '+1202555' || right(id::text, 4)) from leads`)
  await product.query(`
    insert into consent_receipts (id, capture_id, lead_id, kind, granted, text, version, page, at)
    select id, id, id, 'automated_call', true, '', '', '/', first_captured_at from leads`)
  // The newest come from one vendor, and the only ones of another came before them.
  await product.query(`
    insert into webhook_deliveries (id, vendor, event_id, kind, received_at, body, state, settled_at)
    select gen_random_uuid(), case when n > ${MANY - 5} then 'stripe' else 'cal' end, n, 'booking',
      timestamptz '2026-11-18T00:00Z' - n * interval '1 minute', '{}', 'done', timestamptz '2026-11-18T00:00Z'
    from generate_series(1, ${MANY}) n`)
  // So long that each is kept apart from its row, in pieces.
  await product.query(`
    update webhook_deliveries set body = (select string_agg(md5(event_id || '-' || n), '') from generate_series(1, 300) n)
    where event_id::integer <= ${LONG}`)
  await product.query(`
    update webhook_deliveries set body = body || upper(' ${ada}@Example.com') where event_id = '7'`)
  await product.query(`
    insert into ad_events (id, visitor_id, person_id, reported_by, pixel_id, event_name, url, at, state, attempts, due_at)
    select gen_random_uuid(), id, id, 'server', '1', 'Lead', '/', first_seen_at, 'sent', 1, first_seen_at from visitors`)
  await product.query(
    'insert into application_forms (version, form, first_used_at) values (\'1\', \'{"questions": [], "endings": []}\', now())',
  )
  // Everybody answered a form elsewhere, began our own, and got two emails.
  await product.query(`
    insert into external_events (id, kind, key, at, lead_id)
    select id, 'application', id::text, first_seen_at, id from visitors`)
  await product.query(`
    insert into applications (id, token, form_id, submitted_at, answers, hidden, attribution)
    select id, id::text, 'elsewhere', first_seen_at, '[]', '{}', '{}' from visitors`)
  await product.query(`
    insert into application_responses (id, visitor_id, form_version, page, revision, answers, answered, asked,
      started_at, updated_at)
    select gen_random_uuid(), id, '1', '/apply', 1, '{}', 0, 1, first_seen_at, first_seen_at from visitors`)
  await product.query(`
    insert into mails (id, key, purpose, is_marketing, person_id, to_email, subject, body_text, body_html, created_at,
      state, next_try_at, settled_at)
    select gen_random_uuid(), id || way, 'call', false, case way when 'person' then id end,
      case way when 'person' then 'old-' else '' end || id || '@example.com', way, '', '', first_seen_at, 'sent',
      first_seen_at, first_seen_at from visitors cross join (values ('person'), ('address')) ways (way)`)
  await product.query('vacuum analyze')
})
afterAll(async () => {
  await open?.close()
  await product?.end()
})

/** How many rows of these tables are gone through while something is done. */
const rowsRead = (tables: string[], work: (transaction: Queryable) => Promise<unknown>): Promise<number> =>
  open.database.transaction().execute(async (transaction) => {
    // A connection tells what it did a little later: what came before may be among it.
    const counted = async () => {
      const { rows } = await sql<{ read: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
        where relname = any(${tables})`.execute(transaction)
      return Number(rows[0]?.read ?? 0)
    }
    const before = await counted()
    await work(transaction)
    return (await counted()) - before
  })

const nobodys = { visitorIds: [], leadIds: [], addresses: [], names: [] }

test('what vendors delivered is read once for all words of a person, and what holds one is emptied', async () => {
  const emails = [`${ada}@example.com`, 'ada@second.example', 'ada+third@example.com', 'ada@fourth.example']
  const who = { ...nobodys, personId: ada, emails, phones: ['+12025550143', '(202) 555-0143'] }
  await open.database.transaction().execute(async (transaction) => {
    const looks = async () => {
      const { rows } = await sql<{ looks: number }>`
        select coalesce(idx_scan, 0) as looks from pg_stat_xact_all_tables
        where relid = (select reltoastrelid from pg_class where relname = 'webhook_deliveries')`.execute(
        transaction,
      )
      return Number(rows[0]?.looks ?? 0)
    }
    const before = await looks()
    await eraseDeliveries(transaction, who, [], now)
    expect((await looks()) - before).toBeLessThan(LONG * 1.5)
    const { rows } =
      await sql`select event_id from webhook_deliveries where body = '{}' and reason is not null`.execute(
        transaction,
      )
    expect(rows).toEqual([{ event_id: '7' }])
  })
})

test('the advert events of a person are looked up', async () => {
  const read = await rowsRead(['ad_events'], (transaction) =>
    eraseAds(transaction, { ...nobodys, personId: ada, visitorIds: [ada], emails: [], phones: [] }),
  )
  expect(read).toBeLessThan(20)
})

test('how the call of a browser stands is read from its own receipts', async () => {
  const read = await rowsRead(['consent_receipts', 'lead_captures'], async (transaction) => {
    const rules = { setup: SiteContent.parse({}).calls, ownCountry: 'US' }
    expect(await readCallState(transaction, ada, now, rules)).toEqual({ state: 'expected' })
  })
  expect(read).toBeLessThan(20)
})

const noVendor = {
  ...{ crm: false, typeform: false, cal: false, stripe: false, voice: false, calls: false },
  ...{ meta: false, 'meta-ads': false, email: false, webhook: false },
}

test('how the connections stand is read without all that waits for no CRM, and without what other vendors delivered', async () => {
  const tables = ['leads', 'lead_tags', 'webhook_deliveries']
  const read = await rowsRead(tables, async (transaction) => {
    const statuses = await readStatuses(transaction, noVendor, now)
    const of = (vendor: Vendor) => statuses.find((one) => one.vendor === vendor)
    expect(of('crm')).toMatchObject({ isConnected: false, waiting: 1000 })
    expect(of('cal')?.lastSuccessAt).toEqual(new Date('2026-11-17T23:59:00Z'))
    const minutes = (MANY - 4) * 60_000
    expect(of('stripe')?.lastSuccessAt).toEqual(new Date(Date.parse('2026-11-18') - minutes))
    expect(of('typeform')?.lastSuccessAt).toBe(null)
  })
  expect(read).toBeLessThan(1100)
  // Once there is a CRM, all of them wait for it.
  const [crm] = await readStatuses(open.database, { ...noVendor, crm: true }, now)
  expect(crm).toMatchObject({ vendor: 'crm', waiting: MANY })
})

test('the applications and the emails of one lead are looked up', async () => {
  // Without the events joined to them: where they are this few, PostgreSQL 15 reads all for the thirty it expects.
  const applications = ['applications', 'application_responses', 'lead_captures']
  const readOfApplications = await rowsRead(applications, async (transaction) => {
    const query = { range: 'all', tz: 'UTC', q: '', state: 'all', limit: 50, leadId: ada } as const
    const page = await listApplications(transaction, query, now)
    expect(page.rows.map(({ isFinished, leadId }) => [isFinished, leadId]).sort()).toEqual([
      [false, ada],
      [true, ada],
    ])
  })
  expect(readOfApplications).toBeLessThan(50)
  const readOfMails = await rowsRead(['mails'], async (transaction) => {
    const page = await listMails(transaction, { personId: ada, limit: 50 })
    expect(page.rows.map(({ subject }) => subject).sort()).toEqual(['address', 'person'])
  })
  expect(readOfMails).toBeLessThan(20)
})

// At the end, as it takes her away.
test('to find what is held of a person may take longer than a statement may take elsewhere', async () => {
  const finder = `finder ${randomUUID()}`
  const { database, close } = openDatabase({
    connection: { connectionString: product.databaseUrl, application_name: finder },
    ...{ maxConnections: 1, statementTimeoutMs: 300, onLostConnection() {} },
  })
  onTestFinished(close)
  const erasureParts = {
    ...{ database, clock: { now: () => now }, newId: randomUUID, isCrmConnected: () => false },
    ...{ storedKey: storedKeys('a secret'), queue: { send: () => Promise.reject(new Error('not needed')) } },
  }
  // Somebody else's lock makes it last.
  const whileHeld = async (find: () => Promise<unknown>) => {
    const holder = await holdLocks(product.databaseUrl, `select from leads where id = '${ada}' for update`)
    const found = find().catch(String)
    // Not of the product, whose own work may wait for her lead as well.
    const hasWaited = expect
      .poll(() =>
        product.query(`select from pg_stat_activity where application_name = '${finder}'
          and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '600 ms'`),
      )
      .not.toEqual([])
    await Promise.race([hasWaited, found])
    await holder.letGo()
    return found
  }
  expect(await whileHeld(() => exportPerson(database, ada, now))).toMatchObject({ leads: [{ id: ada }] })
  expect(await whileHeld(() => erasePerson(erasureParts, ada))).toBe(undefined)
  expect(await product.query('select erased_at from leads where id = $1', [ada])).toEqual([
    { erased_at: now },
  ])
})

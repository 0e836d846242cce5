import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { emptyDatabase } from '#support/fresh-database.ts'
import { allMigrations } from './all-migrations.ts'

const IT = '0032-money-after-the-sale'
const prepare = (url: string, migrations: typeof allMigrations) =>
  prepareDatabase({ connection: { connectionString: url }, migrations, now: new Date(), say: () => {} })

function open(url: string): Database {
  const { database, close } = openDatabase({
    connection: { connectionString: url },
    maxConnections: 2,
    statementTimeoutMs: 30_000,
    onLostConnection: () => {},
  })
  onTestFinished(close)
  return database
}

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

test('payments and calls of before get their movements, their names and their outcome', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const earlier = Object.fromEntries(Object.entries(allMigrations).filter(([name]) => name < IT))
  await prepare(url, earlier)
  const database = open(url)
  const session = { data: { object: { id: 'cs_1', subscription: 'sub_1', invoice: { id: 'in_1' } } } }
  await sql`insert into webhook_deliveries (id, vendor, event_id, kind, received_at, body, state)
    values (${id(1)}, 'stripe', 'evt_1', 'checkout.session.completed', now(), ${JSON.stringify(session)}, 'done'),
      (${id(2)}, 'stripe', 'evt_2', 'checkout.session.completed', now(), 'broken sub_', 'parked')`.execute(
    database,
  )
  await sql`insert into webhook_deliveries (id, vendor, event_id, kind, received_at, body, state, reason)
    values (${id(3)}, 'stripe', 'evt_3', 'charge.dispute.created', now(), '{}', 'done', 'This kind of news is not used.'),
      (${id(4)}, 'stripe', 'evt_4', 'payout.paid', now(), '{}', 'done', 'This kind of news is not used.'),
      (${id(5)}, 'cal', 'evt_5', 'refund.created', now(), '{}', 'done', 'This kind of news is not used.')`.execute(
    database,
  )
  for (const [number, kind, key] of [
    [10, 'payment', 'cs_1'],
    [11, 'payment', 'pi_2'],
    [12, 'booking', 'uid-1'],
    [13, 'booking', 'uid-2'],
  ] as const)
    await sql`insert into external_events (id, kind, key, at) values (${id(number)}, ${kind}, ${key}, '2026-01-01')`.execute(
      database,
    )
  await sql`insert into payments (id, session_id, status, amount_minor, currency, refunded_minor)
    values (${id(10)}, 'cs_1', 'partly_refunded', 5000, 'usd', 1500), (${id(11)}, null, 'refunded', null, null, 700)`.execute(
    database,
  )
  await sql`insert into bookings (id, uid, status) values (${id(12)}, 'uid-1', 'booked'), (${id(13)}, 'uid-2', 'booked')`.execute(
    database,
  )
  const steps = [
    [10, 'paid', 'paid', '2026-01-01', {}],
    [10, 'evt_a', 'refunded', '2026-01-05', { refundedMinor: 1500 }],
    [10, 'evt_b', 'refunded', '2026-01-03', { refundedMinor: 1000 }],
    [10, 'evt_c', 'refunded', '2026-01-04', { refundedMinor: 1000 }],
    [11, 'evt_d', 'refunded', '2026-01-04', { refundedMinor: 700 }],
    [12, 'no_show 1', 'no_show', '2026-01-02', {}],
    [12, 'shown 1', 'shown', '2026-01-03', {}],
    [13, 'created', 'created', '2026-01-03', {}],
  ] as const
  for (const [number, [of, key, kind, at, details]] of steps.entries())
    await sql`insert into external_event_updates (id, external_event_id, key, kind, at, details)
      values (${id(100 + number)}, ${id(of)}, ${key}, ${kind}, ${`${at}T00:00:00Z`}, ${JSON.stringify(details)})`.execute(
      database,
    )

  await prepare(url, allMigrations)
  const { rows: movements } = await sql<{ key: string; amount: number }>`
    select key, kind, amount_minor::int as amount, currency, to_char(at at time zone 'UTC', 'MM-DD') as day
    from payment_movements order by at`.execute(database)
  expect(movements).toEqual([
    { key: 'paid', kind: 'paid', amount: 5000, currency: 'USD', day: '01-01' },
    { key: 'refunded evt_b', kind: 'refunded', amount: -1000, currency: 'USD', day: '01-03' },
    { key: 'refunded evt_a', kind: 'refunded', amount: -500, currency: 'USD', day: '01-05' },
  ])
  const { rows: names } = await sql<{ name: string }>`
    select name from payment_names order by name`.execute(database)
  expect(names.map(({ name }) => name)).toEqual(['cs_1', 'first of sub_1', 'in_1', 'pi_2'])
  const { rows: statuses } = await sql<{ status: string }>`select status from bookings order by uid`.execute(
    database,
  )
  expect(statuses.map(({ status }) => status)).toEqual(['held', 'booked'])
  const { rows: again } = await sql<{ event: string }>`
    select event_id as event from webhook_deliveries where reason = 'To be read again.'`.execute(database)
  expect(again).toEqual([{ event: 'evt_3' }])
})

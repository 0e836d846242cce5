import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { viewsByMonth } from '#server/tracking/store.ts'
import { openFreshDatabase } from '#support/open-for-test.ts'
import { dropMonth, findMonthsBefore, makeMonthPartitions } from './month-partitions.ts'

const visitor = '00000000-0000-7000-8000-00000000000a'

const database = await openFreshDatabase(afterAll)

const view = (at: string) => sql`
  insert into page_views (visitor_id, at, path, id, source, hidden)
  values (${visitor}, ${at}, '/', gen_random_uuid(), '', false)`

async function places(): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select tableoid::regclass || ' ' || to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as place
    from page_views order by at`.execute(database)
  return rows.map(({ place }) => place)
}

test('a view outside of all months is kept, and moves in when its month is made, to the second', async () => {
  for (const at of [
    '2031-01-31 23:59:59Z',
    '2031-02-01 00:00:00Z',
    '2031-02-28 23:59:59Z',
    '2031-03-01 00:00:00Z',
  ])
    await view(at).execute(database)
  expect(new Set((await places()).map((place) => place.split(' ')[0]))).toEqual(
    new Set(['page_views_other_months']),
  )
  const february = new Date('2031-02-10T12:00:00Z')
  // Two processes may find the month missing in one moment.
  await Promise.all([1, 2, 3].map(() => makeMonthPartitions(database, viewsByMonth, february)))
  expect(await places()).toEqual([
    'page_views_other_months 2031-01-31 23:59:59',
    'page_views_2031_02 2031-02-01 00:00:00',
    'page_views_2031_02 2031-02-28 23:59:59',
    'page_views_2031_03 2031-03-01 00:00:00',
  ])
  await expect(view('2031-02-28 23:59:59Z').execute(database)).rejects.toMatchObject({ code: '23505' })
  await makeMonthPartitions(database, viewsByMonth, february, new Date('2030-12-31T23:00:00Z'))
  expect((await places())[0]).toBe('page_views_2031_01 2031-01-31 23:59:59')
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'page_views'::regclass
      and inhrelid::regclass::text like '%203%' order by 1`.execute(database)
  expect(rows.map(({ name }) => name.slice(-7))).toEqual([
    '2030_12',
    '2031_01',
    '2031_02',
    '2031_03',
    '2031_04',
    '2031_05',
  ])
})

test('months are made while a writer holds its transaction open, which then goes on', async () => {
  await database.transaction().execute(async (transaction) => {
    await view('2031-03-02 00:00:00Z').execute(transaction)
    await makeMonthPartitions(database, viewsByMonth, new Date('2031-05-10T00:00:00Z'))
    await view('2031-08-02 00:00:00Z').execute(transaction)
  })
  expect((await places()).at(-1)).toBe('page_views_2031_08 2031-08-02 00:00:00')
})

test('where the other months are in use, making one gives way instead of holding everybody up', async () => {
  await database.transaction().execute(async (transaction) => {
    await sql`select from page_views limit 1`.execute(transaction)
    const june = makeMonthPartitions(database, viewsByMonth, new Date('2032-06-10T00:00:00Z'))
    await expect(june).rejects.toMatchObject({ code: '55P03' })
  })
  await makeMonthPartitions(database, viewsByMonth, new Date('2032-06-10T00:00:00Z'))
  await view('2032-09-30 23:59:59Z').execute(database)
  expect((await places()).at(-1)).toBe('page_views_2032_09 2032-09-30 23:59:59')
})

test('dropping a month gives way to whoever reads, while everybody who writes goes on', async () => {
  const january = new Date('2031-01-01T00:00:00Z')
  const found = await findMonthsBefore(database, viewsByMonth, new Date('2031-02-01T00:00:00Z'))
  expect(found.at(-1)?.month).toEqual(january)
  let written = 0
  const writeWhile = async (work: () => Promise<void>) => {
    let isOver = false
    const writing = (async () => {
      while (!isOver || written === 0)
        await database.transaction().execute(async (transaction) => {
          // Far longer than whoever drops waits for its locks, one after the other.
          await sql`set local lock_timeout = '5s'`.execute(transaction)
          await view(new Date(Date.UTC(2031, 2, 3) + written * 1000).toISOString()).execute(transaction)
          written += 1
        })
    })()
    await work()
    isOver = true
    await writing
  }
  await database.transaction().execute(async (transaction) => {
    await sql`select count(*) from page_views`.execute(transaction)
    await writeWhile(async () => {
      for (let tries = 0; tries < 3; tries += 1)
        await expect(dropMonth(database, viewsByMonth, january)).rejects.toMatchObject({ code: '55P03' })
    })
  })
  const before = await places()
  await writeWhile(() => dropMonth(database, viewsByMonth, january))
  const left = await places()
  expect(before.filter((place) => place.includes('2031_01'))).toHaveLength(1)
  expect(left.filter((place) => place.includes('2031_01'))).toEqual([])
  expect(left.filter((place) => place.includes('2031-03-03'))).toHaveLength(written)
  // A second time there is nothing to drop, and what lies outside of all months goes as well.
  await dropMonth(database, viewsByMonth, january)
  await view('2029-06-02 00:00:00Z').execute(database)
  const june = new Date('2029-06-01T00:00:00Z')
  const ofJune = async () =>
    (await findMonthsBefore(database, viewsByMonth, january)).filter(({ month }) => month >= june)[0]
  expect(await ofJune()).toEqual({ month: june, rows: 1, bytes: 0 })
  await dropMonth(database, viewsByMonth, june)
  expect((await ofJune())?.month).not.toEqual(june)
  expect((await places())[0]).not.toContain('2029')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealMonth } from '#server/counting/seal-month.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { findMonthsBefore } from '#server/platform/month-partitions.ts'
import { viewsByMonth } from '#server/tracking/store.ts'
import { openForTest } from '#support/open-for-test.ts'
import { mixedRun } from '#support/reference-model/mixed-run.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { ordinaryTest, shareOf } from '#support/share-of.ts'

const HOUR = 3_600_000
// What is counted for good of a visitor is not told by what is kept.
const KEPT_WHOLE = 'touch_id > 3 and visitor_id not in (select visitor_id from sealed_visitors)'

let now = new Date('2026-01-28T00:00:00Z')
let product: RunningProduct
let verify: (portion?: number) => Promise<string[]>

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now }, environment: { TRUST_PROXY: '1' } })
  const database = openForTest(product.databaseUrl, 2, afterAll)
  const random = seededRandom(11)
  const run = mixedRun(product, random, () => now)
  for (let step = 0; step < 150; step += 1) {
    now = new Date(now.getTime() + Math.floor(random() * 5 * HOUR))
    await run.step()
  }
  verify = async (portion) =>
    (await verifyReports(database, undefined, portion ? { portion } : {})).map(({ what }) => what)
  expect(await verify()).toEqual([])
  const [first] = await findMonthsBefore(database, viewsByMonth, new Date('2026-02-01T00:00:00Z'))
  if (!first) throw new Error('There is no month to count for good.')
  expect(await sealMonth(database, first.month, new Date('2026-03-15T00:00:00Z'))).toBe(true)
})
afterAll(() => product.end())

test.each(shareOf([3, 1, 1000]))('finds nothing where all is right, in portions of %i', async (portion) => {
  expect(await verify(portion)).toEqual([])
})

ordinaryTest.each([
  ['page views of a visitor', 'visitors', 'page_view_count', '1'],
  ['visits of a visitor', 'visitors', 'visit_count', '1'],
  ['last counted view of a visitor', 'visitors', 'last_view_at', `interval '1 minute'`],
  ['last counted view or capture of a visitor', 'visitors', 'last_counted_at', `interval '1 minute'`],
  ['last counted capture of a lead', 'leads', 'last_counted_at', `interval '1 minute'`],
  ['the ad that brought a visitor first', 'counted_ad_visitors', 'touch_id', '-1', KEPT_WHOLE],
  ['leads by ad and when they reached what', 'counted_ad_people', 'first_at', `interval '1 minute'`],
  ['last view of a visitor by value', 'visitor_values', 'last_at', `interval '1 minute'`],
  ['leads by step and time', 'step_captures', 'at', `interval '1 minute'`],
  ['events by value and day, America/Los_Angeles', 'value_days', 'events', '1', `day > '2026-02-03'`],
  [
    'people by value, day and day before, America/Los_Angeles',
    'value_days',
    'fresh',
    '1',
    `day > '2026-02-03'`,
  ],
  ['events and people by value and hour', 'value_hours', 'events', '1', `hour > '2026-02-03'`],
  ['events and people by value and hour', 'value_hours', 'subjects', '1', `hour > '2026-02-03'`],
  ['sealed months', 'value_days', 'events', '1', `day < '2026-01-30'`],
  ['rule executions by rule, tag and outcome', 'log_counts', 'count', '1'],
])('tells of %s where one row of %s has a wrong %s', async (what, table, column, by, where = 'true') => {
  const [row] = await product.query(
    `update ${table} set ${column} = ${column} + ${by}
      where ctid = (select ctid from ${table} where ${column} is not null and ${where} order by ${column} limit 1) returning ctid`,
  )
  expect(row).toBeDefined()
  expect(await verify()).toContain(what)
  expect(await verify(20)).toContain(what)
  await product.query(`update ${table} set ${column} = ${column} - ${by} where ctid = $1`, [row?.ctid])
  expect(await verify()).toEqual([])
})

ordinaryTest('tells of an address that a visitor had and a block would not find', async () => {
  const [row] = await product.query(
    `delete from visitor_addresses where (ip_address, visitor_id) in (select ip_address, visitor_id from page_views limit 1) returning *`,
  )
  expect(await verify(20)).toEqual(['addresses of a visitor that are not kept'])
  await product.query('insert into visitor_addresses (ip_address, visitor_id) values ($1, $2)', [
    row?.ip_address,
    row?.visitor_id,
  ])
  expect(await verify()).toEqual([])
})

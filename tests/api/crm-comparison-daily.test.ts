import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { compareWithCrmJob } from '#server/capture/compare-with-crm.ts'
import { startDailyComparison } from '#server/capture/start-comparison.ts'
import type { Queryable } from '#server/platform/database.ts'
import { idsOn } from '#server/platform/ids.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { openForTest } from '#support/open-for-test.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

const token = 'pit-daily'
const locationId = 'loc1'
const HOUR_MS = 3_600_000

let ahead = 0
/** A clock that all share, and how often each has looked at it. */
const looks = [0, 0]
const clockOf = (process: number) => ({
  now: () => {
    looks[process] = (looks[process] ?? 0) + 1
    return new Date(Date.now() + ahead)
  },
})

let crm: CrmServer
let products: RunningProduct[] = []
beforeAll(async () => {
  crm = await startCrmServer({ token, locationId })
  const options = {
    environment: { GHL_TOKEN: token, GHL_LOCATION_ID: locationId, GHL_BASE_URL: crm.url },
    lookForComparisonEveryMs: 40,
    // Nothing but the look for a comparison asks the clock meanwhile.
    watchTroublesEveryMs: HOUR_MS,
  }
  const first = await runProduct({ ...options, clock: clockOf(0) })
  products = [first]
  products.push(await runProduct({ ...options, clock: clockOf(1), databaseUrl: first.databaseUrl }))
})
afterAll(async () => {
  for (const product of products.toReversed()) await product.end()
  await crm?.stop()
})

const runs = async (): Promise<Record<string, unknown>[]> =>
  (await products[0]?.query('select * from crm_comparisons order by started_at')) ?? []
const ended = (number: number) =>
  waitFor(`${number} comparisons, all over`, async () => {
    const all = await runs()
    return all.length >= number && all.every(({ finished_at }) => finished_at !== null) && all
  })
/** Lets time pass, and both processes look a few times. */
async function pass(ms: number): Promise<void> {
  ahead += ms
  const before = [...looks]
  await waitFor('both have looked', () => looks.every((now, process) => now - (before[process] ?? 0) > 5))
}

thoroughTest(
  'two processes that look all the time compare once, and again once each day has passed',
  async () => {
    expect(await ended(1)).toMatchObject([{ asked_by_owner: false, reason: null }])
    for (let day = 2; day <= 4; day += 1) {
      for (let hour = 0; hour < 23; hour += 6) await pass(hour === 18 ? 5.9 * HOUR_MS : 6 * HOUR_MS)
      expect(await runs()).toHaveLength(day - 1)
      await pass(0.2 * HOUR_MS)
      expect(await ended(day)).toHaveLength(day)
    }
    const starts = (await runs()).map(({ started_at }) => Number(started_at))
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(24 * HOUR_MS)
  },
)

ordinaryTest('a comparison that the owner asked for is that day’s', async () => {
  const before = (await ended(1)).length
  await pass(12 * HOUR_MS)
  const owner = await products[1]?.owner()
  expect((await owner?.post('/api/connections/crm/compare', {}))?.body).toMatchObject({ success: true })
  await ended(before + 1)
  await pass(23 * HOUR_MS)
  expect(await runs()).toHaveLength(before + 1)
  await pass(1.1 * HOUR_MS)
  expect(await ended(before + 2)).toHaveLength(before + 2)
  // What was begun while a clock was wrong keeps none away until that day.
  await products[0]?.query("update crm_comparisons set started_at = started_at + interval '9 years'")
  expect(await ended(before + 3)).toHaveLength(before + 3)
})

thoroughTest(
  'of twenty that look at the same moment one starts it, even where it is over before the last has looked',
  async () => {
    const [product] = products
    if (!product) throw new Error('no product')
    const clock = { now: () => new Date(Date.now() + ahead + 48 * HOUR_MS) }
    const database = openForTest(product.databaseUrl, 20)
    const sent: string[] = []
    // A comparison that has nothing to compare is over as soon as it has begun.
    const queue = {
      async send(transaction: Queryable, name: string, data: Record<string, unknown>) {
        sent.push(name)
        await sql`update crm_comparisons set finished_at = ${clock.now()} where id = ${data.comparisonId}`.execute(
          transaction,
        )
      },
    }
    const look = () => startDailyComparison({ database, queue, clock, newId: idsOn(clock) })
    await Promise.all(Array.from({ length: 20 }, look))
    expect(sent).toEqual([compareWithCrmJob])
  },
)

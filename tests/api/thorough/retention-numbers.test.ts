// A sample of it is in tests/api/retention.test.ts.
import { expect, onTestFinished, test, vi } from 'vitest'
import { forgetAddresses } from '#server/capture/forget-addresses.ts'
import { rebuildCounts } from '#server/counting/rebuild-counts.ts'
import { sealMonth } from '#server/counting/seal-month.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { dropMonth, findMonthsBefore } from '#server/platform/month-partitions.ts'
import { forgetVisitors } from '#server/privacy/forget-visitors.ts'
import { viewsByMonth } from '#server/tracking/store.ts'
import { openForTest } from '#support/open-for-test.ts'
import { mixedRun } from '#support/reference-model/mixed-run.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { pick, seededRandom } from '#support/seeded-random.ts'

vi.setConfig({ testTimeout: 240_000 })

const HOUR = 3_600_000

/** Every row of the rollup on days and hours that are over before a month began, in every timezone. */
const sealedRows = (product: RunningProduct, before: Date) =>
  product.query(
    `select concat_ws(' ', value_id, zone.name, day, events, fresh, again) as row from value_days join counted_timezones zone on zone.id = tz
      where day < ($1::timestamptz at time zone zone.name)::date
      union all select concat_ws(' ', value_id, hour, events, subjects) from value_hours where hour < $1 order by 1`,
    [before],
  )

const ranges = (now: Date, before: Date) => {
  const day = (at: Date) => at.toISOString().slice(0, 10)
  const days = (from: number, to: number) =>
    `range=custom&from=${day(new Date(before.getTime() + from * 24 * HOUR))}&to=${day(new Date(before.getTime() + to * 24 * HOUR))}`
  return [
    'range=all',
    days(-20, -3),
    days(-3, 3),
    days(-1, 0),
    days(0, 1),
    days(3, 40),
    `range=custom&to=${day(now)}`,
  ]
}

// In `npm test` the first months of one.
const runs = [
  { seed: 3, months: 3 },
  { seed: 3, months: 5 },
  { seed: 77, months: 5 },
  { seed: 4242, months: 5 },
]

test.each(runs)(
  'whatever happens before and after months are dropped, kept days are what is kept and sealed ones stay, seed $seed',
  async ({ seed, months }) => {
    const random = seededRandom(seed)
    let now = new Date('2026-01-20T00:00:00Z')
    const product = await runProduct({ clock: { now: () => now }, environment: { TRUST_PROXY: '1' } })
    onTestFinished(() => product.end())
    const database = openForTest(product.databaseUrl)
    const run = mixedRun(product, random, () => now)
    const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'UTC', 'Australia/Sydney']
    let sealed: { before: Date; rows: unknown[] } | undefined
    const expectHonest = async () => {
      expect(await verifyReports(database, undefined, { portion: 12 })).toEqual([])
      if (sealed) expect(await sealedRows(product, sealed.before)).toEqual(sealed.rows)
    }
    const expectPossible = async () => {
      const owner = await run.owner.browser()
      for (const range of ranges(now, sealed?.before ?? now)) {
        const tz = pick(random, zones)
        const { body } = await owner.get(`/api/analytics/summary?${range}&tz=${tz}`)
        expect(body.conversionRate).toBeLessThanOrEqual(100)
        expect(body.visitors).toBeGreaterThanOrEqual(0)
        const overview = (await owner.get(`/api/analytics/overview?${range}&tz=${tz}`)).body
        const people = overview.funnel.map((step: { people: number }) => step.people)
        for (const step of people.slice(2)) expect(step).toBeLessThanOrEqual(people[1])
      }
    }

    for (let month = 0; month < months; month += 1) {
      const begin = new Date(Date.UTC(2026, month, 20))
      const turn = new Date(Date.UTC(2026, month + 1, 1))
      // Most of it happens around the turn of the month, which is on another day in every timezone.
      for (const [from, steps] of [
        [begin, 20],
        [new Date(turn.getTime() - 30 * HOUR), 30],
        [turn, 30],
        [new Date(turn.getTime() + 5 * 24 * HOUR), 15],
      ] as const) {
        now = new Date(Math.max(now.getTime(), from.getTime()))
        for (let step = 0; step < steps; step += 1) {
          now = new Date(now.getTime() + Math.floor(random() * (random() < 0.7 ? 0.5 : 3) * HOUR))
          await run.step()
        }
      }
      await expectHonest()
      // A month after it is over, sometimes two at once; somebody looks in a new timezone now and then.
      if (random() < 0.7) {
        const border = new Date(Date.UTC(2026, month, 1))
        for (const { month: old } of await findMonthsBefore(database, viewsByMonth, border)) {
          expect(await sealMonth(database, old, now)).toBe(true)
          if (random() < 0.5) await run.step()
          await dropMonth(database, viewsByMonth, old)
          const before = new Date(Date.UTC(old.getUTCFullYear(), old.getUTCMonth() + 1))
          sealed = { before, rows: await sealedRows(product, before) }
        }
      }
      await expectHonest()
      await expectPossible()
      for (let deed = 0; deed < 6; deed += 1) await run.owner.deed()
      await expectHonest()
      if (random() < 0.5) await rebuildCounts(database)
      await expectHonest()
    }
    expect(await product.query('select from page_views where at < $1', [sealed?.before])).toEqual([])
    // Who is past their time is forgotten, and nothing of it is a number.
    await forgetVisitors(database, sealed?.before ?? now, now)
    await forgetAddresses(database, sealed?.before ?? now)
    await expectHonest()
    await rebuildCounts(database)
    await expectHonest()
    now = new Date(now.getTime() + 402 * 24 * HOUR)
    await forgetVisitors(database, sealed?.before ?? now, now)
    await expectHonest()
    expect(sealed?.rows.length).toBeGreaterThan(100)
  },
)

import { expect, onTestFinished, test, vi } from 'vitest'
import { type RangeName, rangeLabels, type Timezone, timezones } from '#contract/range.ts'
import { openDatabase } from '#server/platform/database.ts'
import { verifyReports } from '#server/reports/verify-reports.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { countByHand, countPagesByHand, daysLater, type Happened, localDay } from './count-by-hand.ts'
import { mixedRun } from './mixed-run.ts'

vi.setConfig({ testTimeout: 240_000 })

// The nights around which clocks change in the ten timezones, and month ends; 2026.
const nights = ['03-07T20', '03-28T20', '04-04T12', '10-03T12', '10-24T20', '10-31T20'].map(
  (night) => new Date(`2026-${night}:00:00Z`),
)
const STEPS_PER_NIGHT = 40
const NIGHT_MS = 42 * 3_600_000

test.each([7, 31_337])(
  'after a mixed run cards, lists and raw events agree in every range and timezone (seed %i)',
  async (seed) => {
    const random = seededRandom(seed)
    let now = new Date('2026-03-01T00:00:00Z')
    const product = await runProduct({ clock: { now: () => now }, environment: { TRUST_PROXY: 'true' } })
    onTestFinished(() => product.end())
    const run = mixedRun(product, random, () => now)
    for (const [index, night] of nights.entries()) {
      now = night
      for (let step = 0; step < STEPS_PER_NIGHT; step += 1) {
        now = new Date(now.getTime() + Math.floor(random() * ((2 * NIGHT_MS) / STEPS_PER_NIGHT)))
        await run.step()
      }
      if (index % 2 === 1) await expectAgreement(product, run.happened, now)
    }

    expect(run.happened.views.length).toBeGreaterThan(100)
    expect(run.happened.captures.length).toBeGreaterThan(20)

    const before = await everyNumber(product, now)
    for (const [kind, value] of [
      ['ips', '8.8.8.1'],
      ['pages', '/meme'],
    ] as const) {
      await run.toggle(kind, value)
      await expectAgreement(product, run.happened, now)
    }
    await run.toggle('ips', '8.8.8.1')
    await run.toggle('pages', '/meme')
    expect(await everyNumber(product, now)).toEqual(before)
  },
)

const ranges = Object.keys(rangeLabels) as RangeName[] // keys of a literal object are its names
type Query = { range: RangeName; tz: Timezone; from?: string; to?: string }

function queries(now: Date): Query[] {
  return timezones.flatMap((tz) => {
    const today = localDay(tz, now)
    const plain: Query[] = ranges.map((range) => ({ range, tz }))
    // The very days on which clocks change.
    const days = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']
    const custom: Query[] = [
      ...days.map((day): Query => ({ range: 'custom', tz, from: day, to: day })),
      { range: 'custom', tz, from: daysLater(today, -200), to: daysLater(today, -3) },
      { range: 'custom', tz, from: '2026-03-08' },
    ]
    return [...plain, ...custom.filter(({ from = '' }) => from <= today)]
  })
}

const lists = {
  visitors: '/api/visitors',
  pageViews: '/api/page-views',
  leads: '/api/customers?include=records',
} as const

async function expectAgreement(product: RunningProduct, happened: Happened, now: Date): Promise<void> {
  const owner = await product.owner()
  for (const query of queries(now)) {
    const expected = countByHand(happened, query, now)
    const parameters = new URLSearchParams(query).toString()
    const summary = await owner.get(`/api/analytics/summary?${parameters}`)
    expect({ parameters, ...summary.body }).toMatchObject({ parameters, ...expected })
    for (const [number, path] of Object.entries(lists)) {
      const separator = path.includes('?') ? '&' : '?'
      const { headers, body } = await owner.get(`${path}${separator}${parameters}&limit=1000`)
      const count = expected[number as keyof typeof lists] // the keys of lists are numbers of the summary
      expect([path, parameters, Number(headers.get('x-total-count')), body.length]).toEqual([
        path,
        parameters,
        count,
        count,
      ])
    }
  }
  await expectPagesAgree(product, happened, now)
  const { database, close } = openDatabase({
    connection: { connectionString: product.databaseUrl },
    maxConnections: 1,
    statementTimeoutMs: 0,
    onLostConnection: () => {},
  })
  expect(await verifyReports(database)).toEqual([])
  await close()
}

let turn = 0

/** Overview and pages, in all traffic and of one page: points, steps, and the lists that their numbers open. */
async function expectPagesAgree(product: RunningProduct, happened: Happened, now: Date): Promise<void> {
  const owner = await product.owner()
  // Every fifth question, other ones each time: all of them are asked by the time the run is over.
  turn += 1
  for (const query of queries(now).filter((_, index) => (index + turn) % 5 === 0)) {
    const parameters = new URLSearchParams(query).toString()
    const pages = await owner.get(`/api/pages?${parameters}`)
    const all = countPagesByHand(happened, query, now, null)
    const shown = pages.body.map(({ path, views, visitors, conversions }: Record<string, unknown>) => ({
      ...{ path, views, visitors, conversions },
    }))
    expect([parameters, shown.sort(byPath)]).toEqual([parameters, all.pages])
    for (const page of [null, '/meme']) {
      const of = page === null ? '' : `&page=${encodeURIComponent(page)}`
      const expected = page === null ? all : countPagesByHand(happened, query, now, page)
      const { body } = await owner.get(`/api/analytics/overview?${parameters}${of}`)
      expect([parameters, of, body.funnel[0].people, body.funnel[1].people]).toEqual([
        ...[parameters, of, expected.visit, expected.lead],
      ])
      if (body.step === 'day') {
        const points = body.series.filter(
          ({ views, leads }: { views: number; leads: number }) => views > 0 || leads > 0,
        )
        expect([
          parameters,
          of,
          points.map(({ at: day, ...point }: { at: string }) => ({ day, ...point })),
        ]).toEqual([...[parameters, of, expected.series]])
      } else {
        const sum = (name: 'views') =>
          body.series.reduce((total: number, point: Record<'views', number>) => total + point[name], 0)
        expect([parameters, of, sum('views')]).toEqual([
          ...[parameters, of, expected.series.reduce((total, { views }) => total + views, 0)],
        ])
      }
      for (const [index, path] of ['/api/visitors?', '/api/customers?include=records&'].entries()) {
        const { headers, body: rows } = await owner.get(`${path}${parameters}${of}&limit=1000`)
        const people = body.funnel[index].people
        expect([path, parameters, of, Number(headers.get('x-total-count')), rows.length]).toEqual([
          ...[path, parameters, of, people, people],
        ])
      }
      for (const { step, people } of body.funnel.slice(2)) {
        const { body: rows } = await owner.get(
          `/api/customers?include=records&${parameters}${of}&step=${step}&limit=1000`,
        )
        expect([parameters, of, step, rows.length]).toEqual([parameters, of, step, people])
      }
    }
  }
}

const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)

/** Every summary as it is shown, and the rollups behind them, row by row. */
async function everyNumber(product: RunningProduct, now: Date): Promise<unknown> {
  const owner = await product.owner()
  const summaries: unknown[] = []
  for (const query of queries(now))
    summaries.push((await owner.get(`/api/analytics/summary?${new URLSearchParams(query)}`)).body)
  const visitors = await product.query(
    'select id, visit_count, page_view_count, last_view_at from visitors where page_view_count > 0 order by id',
  )
  const rollups = await product.query(
    `select 'hour' as what, hour::text || path || source || kind as place, count from hourly_counts where count <> 0
      union all select 'cell', kind || tz || day || previous_day, count from distinct_cells where count <> 0
      order by 1, 2`,
  )
  return { summaries, visitors, rollups }
}

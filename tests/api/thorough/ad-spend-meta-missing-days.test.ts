// A sample of it is in tests/api/ad-spend-meta.test.ts.
import { expect, it, onTestFinished } from 'vitest'
import { dayAfter } from '#server/ads/days-to-read.ts'
import { waitFor } from '#support/eventually.ts'
import { type BrokenReport, startInsightsServer } from '#support/insights-server.ts'
import { runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'

const accountId = '1234567890123456'
const token = 'EAAreads0123456789'
const MINUTE = 60_000
const A_DAY = 24 * 60 * MINUTE

/** A product that has read all of an account's past, and the account; time stands still but for `pass`. */
async function readToTheEnd() {
  let at = new Date('2026-11-18T20:00:00Z')
  const meta = await startInsightsServer({ accountId, token })
  onTestFinished(meta.goDown)
  const product = await runProduct({
    clock: { now: () => at },
    readSpendEveryMs: 20,
    environment: { META_BASE_URL: meta.url },
  })
  onTestFinished(product.end)
  let owner = await product.owner()
  const read = async () => (await owner.get('/api/ad-spend/meta')).body
  const signIn = async () => {
    owner = await product.owner()
  }
  const values = { token, accountId: `act_${accountId}` }
  expect((await sendJson(owner, 'PUT', '/api/connections/meta-ads/settings', values)).status).toBe(200)
  const allIsRead = () =>
    waitFor('all is read', async () => (await read()).isWhole && !(await read()).failingSince)
  await allIsRead()
  meta.ordered.length = 0
  return {
    ...{ meta, product, read, signIn, allIsRead },
    pass: (ms: number) => {
      at = new Date(at.getTime() + ms)
    },
    /** Lets time pass as far as reading waits for it: until it tries again, or a report is late that is never made. */
    passAsNeeded: async () => {
      const [row] = await product.query('select paused_until, report from ad_reading')
      const { orderedAt, todo } = row?.report ?? {}
      const { broken } = meta
      const isNeverMade =
        broken?.how === 'job-running' && todo?.[0]?.from <= broken.day && broken.day <= todo[0].to
      const lateAt = isNeverMade && orderedAt ? Date.parse(orderedAt) + 31 * MINUTE : 0
      at = new Date(Math.max(at.getTime(), row?.paused_until?.getTime() ?? 0, lateAt))
    },
    ordered: () => meta.ordered.map(({ since, until }) => `${since} ${until}`),
    spentOn: async () => {
      const rows = await product.query('select day::text from ad_spend order by day')
      return rows.map(({ day }) => day)
    },
  }
}

it('reads the days of weeks without a token once there is one, today first', async () => {
  const { meta, signIn, read, allIsRead, pass, ordered, spentOn } = await readToTheEnd()
  meta.failWith('revoked')
  pass(61 * MINUTE)
  await waitFor('it fails', async () => (await read()).failingSince ?? undefined)
  meta.spent = ['2026-11-12', '2026-11-13', '2026-12-01', '2027-01-12', '2027-01-20'].map((day) => ({
    ...{ day, ad: 7, spend: '5' },
  }))
  meta.recover()
  pass(63 * A_DAY)
  await signIn()
  await waitFor('today is read', async () => (await spentOn()).includes('2027-01-20'))
  await allIsRead()
  // What was spent on the days before the last night had not settled by then.
  expect(await spentOn()).toEqual(meta.spent.map(({ day }) => day))
  expect(ordered()).toEqual([
    '2026-11-18 2026-11-18',
    '2027-01-13 2027-01-20',
    '2026-12-14 2027-01-12',
    '2026-11-14 2026-12-13',
    '2026-11-12 2026-11-13',
  ])

  meta.ordered.length = 0
  pass(A_DAY)
  await waitFor('the night is read', () => meta.ordered.length > 0)
  await allIsRead()
  expect(ordered()).toEqual(['2027-01-14 2027-01-21'])
})

it('tells of each day that was given up once, of none that is asked for again, and of none that was read after all', async () => {
  const { meta, product, signIn, read, allIsRead, pass, ordered } = await readToTheEnd()
  meta.mostDays = 0
  for (const times of [1, 2]) {
    pass(61 * MINUTE)
    await waitFor('today is asked for', () => meta.ordered.length === times)
    await allIsRead()
  }
  expect(ordered()).toEqual(['2026-11-18 2026-11-18', '2026-11-18 2026-11-18'])
  expect((await read()).leftOut).toEqual([])

  // Today is put down, and asked for weeks later: once as what it was, once with the days that had not settled.
  meta.failWith('revoked')
  pass(61 * MINUTE)
  await waitFor('it fails', async () => (await read()).failingSince ?? undefined)
  meta.recover()
  pass(20 * A_DAY)
  await signIn()
  await waitFor('the last of it is asked for', () => ordered().at(-1) === '2026-11-30 2026-11-30')
  await waitFor('nothing is left to ask for', async () => (await read()).isWhole)
  expect(ordered().filter((one) => one === '2026-11-18 2026-11-18')).toHaveLength(4)
  const { leftOut } = await read()
  const days = Array.from({ length: 20 }, (_, index) => dayAfter('2026-11-12', index))
  expect(leftOut.map(({ from }: { from: string }) => from).sort()).toEqual(days)

  // As if the first of those nights had been the last one.
  await waitFor('nobody reads', async () => {
    const set = "update ad_reading set nightly_on = '2026-11-20' where turn_of is null returning id"
    return (await product.query(set)).length > 0
  })
  meta.mostDays = Number.POSITIVE_INFINITY
  pass(A_DAY)
  await waitFor('the rest is read', () => ordered().at(-1) === '2026-11-14 2026-12-01')
  await allIsRead()
  expect((await read()).leftOut).toEqual([
    { from: '2026-11-12', to: '2026-11-12' },
    { from: '2026-11-13', to: '2026-11-13' },
  ])
})

it.each<BrokenReport>(['job-failed', 'job-running', 'page-refused'])(
  'gives up a day of long ago whose report comes to nothing (%s) once today was read, and goes on',
  async (how) => {
    const { meta, signIn, read, allIsRead, pass, passAsNeeded, ordered, spentOn } = await readToTheEnd()
    meta.failWith('revoked')
    pass(61 * MINUTE)
    await waitFor('it fails', async () => (await read()).failingSince ?? undefined)
    meta.spent = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-12-08'].map((day) => ({
      ...{ day, ad: 7, spend: '5' },
    }))
    meta.broken = { day: '2026-11-25', how }
    meta.recover()
    pass(20 * A_DAY)
    await signIn()
    await waitFor('the days after it are read', async () => {
      await passAsNeeded()
      return (await spentOn()).includes('2026-11-26')
    })
    await allIsRead()
    expect(await spentOn()).toEqual(['2026-11-24', '2026-11-26', '2026-12-08'])
    expect((await read()).leftOut).toEqual([{ from: '2026-11-25', to: '2026-11-25' }])
    const days = ordered()
    const first = days.indexOf('2026-11-25 2026-11-25')
    expect(days.slice(first, first + 4)).toEqual([
      '2026-11-25 2026-11-25',
      '2026-12-08 2026-12-08',
      '2026-11-25 2026-11-25',
      '2026-11-26 2026-11-30',
    ])

    meta.ordered.length = 0
    pass(61 * MINUTE)
    await waitFor('today is asked for', () => meta.ordered.length > 0)
    expect(ordered()).toEqual(['2026-12-08 2026-12-08'])
  },
)

it('goes on without one of the last days whose report fails, and reads it in a later night', async () => {
  const { meta, read, allIsRead, pass, passAsNeeded, spentOn } = await readToTheEnd()
  meta.spent = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].map((day) => ({
    ...{ day, ad: 7, spend: '5' },
  }))
  meta.broken = { day: '2026-11-17', how: 'job-failed' }
  pass(A_DAY)
  await waitFor('today is read', async () => {
    await passAsNeeded()
    return (await spentOn()).includes('2026-11-19')
  })
  await waitFor('the night is over', async () => {
    await passAsNeeded()
    return (await read()).isWhole
  })
  expect(await spentOn()).toEqual(['2026-11-16', '2026-11-18', '2026-11-19'])
  expect(await read()).toMatchObject({ leftOut: [], failingSince: null })

  meta.broken = null
  pass(A_DAY)
  await waitFor('it is read', async () => (await spentOn()).includes('2026-11-17'))
  await allIsRead()
})

it('gives up no day while the report on today fails as well', async () => {
  const { meta, read, allIsRead, pass, passAsNeeded, ordered, spentOn } = await readToTheEnd()
  meta.spent = ['2026-11-12', '2026-11-19'].map((day) => ({ day, ad: 7, spend: '5' }))
  meta.failWith('job-failed')
  pass(A_DAY)
  await waitFor('today is asked for again and again', async () => {
    await passAsNeeded()
    return ordered().filter((one) => one === '2026-11-19 2026-11-19').length > 2
  })
  meta.recover()
  await waitFor('all is read', async () => {
    await passAsNeeded()
    return (await spentOn()).length === 2
  })
  await allIsRead()
  expect((await read()).leftOut).toEqual([])
})

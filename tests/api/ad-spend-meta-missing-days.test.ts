import { expect, it, onTestFinished } from 'vitest'
import { dayAfter } from '#server/ads/days-to-read.ts'
import { waitFor } from '#support/eventually.ts'
import { startInsightsServer } from '#support/insights-server.ts'
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
    waitFor('all is read', async () => (await read()).isWhole && !(await read()).failingSince, 20_000)
  await allIsRead()
  meta.ordered.length = 0
  return {
    ...{ meta, product, read, signIn, allIsRead },
    pass: (ms: number) => {
      at = new Date(at.getTime() + ms)
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
  await product.query("update ad_reading set nightly_on = '2026-11-20'")
  meta.mostDays = Number.POSITIVE_INFINITY
  pass(A_DAY)
  await waitFor('the rest is read', () => ordered().at(-1) === '2026-11-14 2026-12-01')
  await allIsRead()
  expect((await read()).leftOut).toEqual([
    { from: '2026-11-12', to: '2026-11-12' },
    { from: '2026-11-13', to: '2026-11-13' },
  ])
})

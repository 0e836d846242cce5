import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { pushRows, readPushed } from '#server/ads/push-rows.ts'
import { waitFor } from '#support/eventually.ts'
import { type InsightsFailure, type InsightsServer, startInsightsServer } from '#support/insights-server.ts'
import { openForTest } from '#support/open-for-test.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const accountId = '1234567890123456'
const token = 'EAAreads0123456789'
let now = new Date('2026-11-18T20:00:00Z')
let meta: InsightsServer
let product: RunningProduct
let second: RunningProduct
let owner: TestBrowser
let amount = 100

beforeAll(async () => {
  meta = await startInsightsServer({ accountId, token })
  meta.spent = [
    { day: '2023-12-25', ad: 7, spend: '3.21' },
    { day: '2026-10-01', ad: 7, spend: '50' },
    { day: '2026-11-17', ad: 7, spend: '12.34' },
    { day: '2026-11-17', ad: 8, spend: '1.5' },
    { day: '2026-11-18', ad: 7, spend: '2' },
    { day: '2026-11-18', ad: 8, spend: '0' },
  ]
  const options = {
    clock: { now: () => now },
    readSpendEveryMs: 40,
    environment: { META_BASE_URL: meta.url },
  }
  product = await runProduct(options)
  second = await runProduct({ ...options, databaseUrl: product.databaseUrl })
  owner = await product.owner()
})
afterAll(async () => {
  await second?.end()
  await product?.end()
  await meta?.goDown()
})
afterEach(() => {
  meta.recover()
  meta.mostDays = Number.POSITIVE_INFINITY
})

const state = async () => (await owner.get('/api/ad-spend/meta')).body
const spent = () =>
  product.query(
    'select day::text, ad_id, spend_micros::text as micros, currency, account from ad_spend order by day, ad_id',
  )
// The hour's turn is over as well: time that jumps in the middle of it makes its report late, and reading rests.
const settled = () =>
  waitFor('everything is read', async () => {
    const { isWhole, failingSince } = await state()
    const [reading] = await product.query(
      `select turn_of is null and hourly_at > $1 and jsonb_array_length(report -> 'todo') = 0 as done from ad_reading`,
      [new Date(now.getTime() - 3_600_000)],
    )
    return (isWhole && !failingSince && reading?.done) || undefined
  })
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
/** Only then does time have to go on: whoever reads while it does loses the turn, and an answer may take a while. */
const isResting = async () =>
  (await product.query('select 1 from ad_reading where paused_until > $1', [now])).length > 0
const enter = (values: Record<string, string>) =>
  sendJson(owner, 'PUT', '/api/connections/meta-ads/settings', values)

describe('reading what ads cost from Meta', () => {
  it('asks the account before its values are kept', async () => {
    const refused = await enter({ token: 'EAAnotthisone0000', accountId: `act_${accountId}` })
    expect(refused.status).toBe(422)
    expect(refused.body.error).toContain('does not accept the access token')
    expect(refused.text).not.toContain('EAAnotthisone')
    const kept = await enter({
      token,
      accountId: `https://adsmanager.facebook.com/adsmanager?act=${accountId}&x=1`,
    })
    expect(kept.status).toBe(200)
    expect(kept.body.message).toContain('USD, days of America/Los_Angeles')
  })

  it('reads the last days, today, and back 37 months by portions, each day once by two processes', async () => {
    await settled()
    expect((await spent()).map((row) => [row.day, row.ad_id, row.micros])).toEqual([
      ['2023-12-25', '7', '3210000'],
      ['2026-10-01', '7', '50000000'],
      ['2026-11-17', '7', '12340000'],
      ['2026-11-17', '8', '1500000'],
      ['2026-11-18', '7', '2000000'],
      ['2026-11-18', '8', '0'],
    ])
    expect(await state()).toMatchObject({
      account: { id: accountId, currency: 'USD', timezone: 'America/Los_Angeles' },
      ...{ readBackTo: '2023-10-20', failingSince: null, refusedRows: 0 },
    })
    const portions = meta.ordered.map(({ since, until }) => `${since} ${until}`)
    expect(portions[0]).toBe('2026-11-11 2026-11-18')
    expect(new Set(portions).size).toBe(portions.length)
    expect(meta.requests.join()).not.toContain(token)
    const [connection] = (await owner.get('/api/connections')).body.connections.filter(
      ({ vendor }: { vendor: string }) => vendor === 'meta-ads',
    )
    expect(connection).toMatchObject({ state: 'working' })
  })

  ordinaryTest('reads today again each hour, and what settled late in the night', async () => {
    const ordered = meta.ordered.length
    meta.spent = meta.spent.map((row) => (row.day >= '2026-11-17' ? { ...row, spend: '20' } : row))
    pass(61)
    await waitFor('today is read', async () => (await spent()).at(-1)?.micros === '20000000' || undefined)
    expect(meta.ordered.slice(ordered)).toEqual([{ since: '2026-11-18', until: '2026-11-18' }])
    expect((await spent()).find(({ day }) => day === '2026-11-17')?.micros).toBe('12340000')
    pass(12 * 60)
    await waitFor('the night is read', async () => (await spent())[2]?.micros === '20000000' || undefined)
    const list = (await owner.get('/api/ad-spend/imports')).body
    expect(list).toMatchObject([{ source: 'meta', name: 'Ada’s ads', rows: 6, rowsInForce: 6 }])
  })

  ordinaryTest('halves what is too much at once, as often as it takes', async () => {
    meta.mostDays = 2
    pass(24 * 60)
    const ordered = meta.ordered.length
    await waitFor('the days are read', async () =>
      (await state()).isWhole && meta.ordered.length > ordered + 4 ? true : undefined,
    )
    await settled()
    const days = meta.ordered
      .slice(ordered)
      .filter(({ since, until }) => Date.parse(until) - Date.parse(since) <= 86_400_000)
    // Time jumps here while a turn is under way, so that another process may have taken it over.
    expect([...new Set(days.map(({ since }) => since))].sort()).toEqual([
      '2026-11-13',
      '2026-11-15',
      '2026-11-17',
      '2026-11-19',
    ])
  })

  ordinaryTest(
    'rests at three quarters of the limit for as long as Meta says, and that is no trouble',
    async () => {
      // Of both processes, should the other one take the turn over while time jumps.
      meta.failWith('full')
      pass(61)
      await waitFor('it rests', async () => (await state()).pausedUntil ?? undefined)
      expect(await state()).toMatchObject({
        failingSince: null,
        pausedUntil: new Date(now.getTime() + 7 * 60_000).toISOString(),
      })
      // Ten looks of each process, so that none is under way when time jumps again.
      await pause(400)
      const requests = meta.requests.length
      expect(requests).toBeGreaterThan(0)
      pass(6)
      await pause(400)
      expect(meta.requests.length).toBe(requests)
      meta.recover()
      pass(2)
      await waitFor('it goes on', async () => meta.requests.length > requests || undefined)
      await settled()
    },
  )

  it.each<InsightsFailure>(shareOf(['error-500', 'garbage', 'hang-up', 'job-failed', 'throttled']))(
    'goes on by itself after %s',
    async (mode) => {
      amount += 1
      const day = new Date(now.getTime() - 2 * 86_400_000).toISOString().slice(0, 10)
      meta.spent = [...meta.spent.filter(({ ad }) => ad !== 9), { day, ad: 9, spend: String(amount) }]
      meta.failWith(mode, 3)
      pass(24 * 60)
      const wanted = `${amount}000000`
      await waitFor('it was read', async () => {
        if (await isResting()) pass(61)
        return (
          (await spent()).some((row) => row.ad_id === '9' && row.day === day && row.micros === wanted) ||
          undefined
        )
      })
      meta.recover()
      pass(61)
      await settled()
      expect((await spent()).filter((row) => row.ad_id === '9' && row.day === day)).toHaveLength(1)
    },
  )

  ordinaryTest('orders a report anew that Meta knows no more', async () => {
    amount += 1
    const day = new Date(now.getTime() - 3 * 86_400_000).toISOString().slice(0, 10)
    meta.spent = [...meta.spent.filter(({ ad }) => ad !== 9), { day, ad: 9, spend: String(amount) }]
    meta.runsFor = Number.POSITIVE_INFINITY
    onTestFinished(() => {
      meta.runsFor = 1
    })
    const ordered = meta.ordered.length
    pass(24 * 60)
    await waitFor('it was ordered', async () => meta.ordered.length > ordered || undefined)
    const asked = meta.requests.length
    await waitFor('it is being made', async () => meta.requests.length > asked || undefined)
    meta.forgetReports()
    meta.runsFor = 1
    let minutes = 0
    await waitFor('it was read', async () => {
      if (await isResting()) {
        pass(2)
        minutes += 2
      }
      return (await spent()).some((row) => row.micros === `${amount}000000`) || undefined
    })
    // Some minutes, and not the hour for which a refused token is left alone.
    expect(minutes).toBeLessThan(60)
    await settled()
    expect((await owner.get('/api/connections/trouble')).body).toEqual([])
  })

  ordinaryTest('says that a dead token is refused, alerts, and goes on with a new one at once', async () => {
    meta.failWith('revoked')
    pass(61)
    await waitFor('it fails', async () => (await state()).failingSince ?? undefined)
    expect((await state()).reason).toContain('does not accept the access token or the ad account (code 190)')
    pass(6)
    const trouble = (await owner.get('/api/connections/trouble')).body
    expect(trouble).toMatchObject([{ vendor: 'meta-ads', kind: 'refused-credentials' }])
    meta.recover()
    expect((await enter({ token })).status).toBe(200)
    await settled()
    expect((await owner.get('/api/connections/trouble')).body).toEqual([])
    // The same token may be right again: a test that says so is believed at once, too.
    meta.failWith('revoked')
    pass(61)
    await waitFor('it fails', async () => (await state()).failingSince ?? undefined)
    meta.recover()
    expect((await owner.post('/api/connections/meta-ads/test', {})).body).toMatchObject({ success: true })
    await settled()
  })

  ordinaryTest('goes on when what a former account brought is taken back', async () => {
    const row = { date: '2026-11-01', platform: 'meta', account: '99', campaign: 'Old', currency: 'USD' }
    const brought = await pushRows(
      { database: openForTest(product.databaseUrl), clock: { now: () => now }, newId: randomUUID },
      { source: 'meta', key: '99', name: 'Former ads' },
      readPushed([{ ...row, spend: '5' }], '2026-12-31'),
    )
    expect(brought).toMatchObject({ new: 1, refused: [] })
    const list: { id: string; name: string }[] = (await owner.get('/api/ad-spend/imports')).body
    const former = list.find(({ name }) => name === 'Former ads')
    expect((await sendJson(owner, 'DELETE', `/api/ad-spend/imports/${former?.id}`)).status).toBe(200)
    expect((await spent()).filter(({ account }) => account === '99')).toEqual([])
    expect(await state()).toMatchObject({ isStopped: false, isWhole: true })
    const ordered = meta.ordered.length
    pass(61)
    await waitFor('today is read', async () => meta.ordered.length > ordered || undefined)
    await settled()
    await product.query('delete from ad_spend_imports where id = $1', [former?.id])
  })

  ordinaryTest('takes back all it brought, and begins anew with another account', async () => {
    const [{ id }] = (await owner.get('/api/ad-spend/imports')).body
    expect((await sendJson(owner, 'DELETE', `/api/ad-spend/imports/${id}`)).status).toBe(200)
    expect(await spent()).toEqual([])
    expect(await state()).toMatchObject({ isStopped: true, lastReadAt: null, isWhole: false })
    // Neither the next hour nor the next night brings a part of it again.
    for (const minutes of [61, 24 * 60, 24 * 60]) {
      pass(minutes)
      await pause(300)
    }
    expect(await spent()).toEqual([])
    const ordered = meta.ordered.length
    const told = meta.spent.length
    expect((await sendJson(owner, 'POST', '/api/ad-spend/meta/read-again', {})).status).toBe(200)
    expect(await state()).toMatchObject({ isStopped: false })
    await settled()
    expect(await spent()).toHaveLength(told)
    const portions = meta.ordered.slice(ordered).map(({ since, until }) => `${since} ${until}`)
    expect(portions.length).toBeGreaterThan(35)
    expect((await spent())[0]?.day).toBe('2023-12-25')
    // Asked once more there is nothing to begin anew.
    expect((await sendJson(owner, 'POST', '/api/ad-spend/meta/read-again', {})).status).toBe(200)
    expect((await state()).isWhole).toBe(true)
    expect((await sendJson(owner, 'DELETE', '/api/connections/meta-ads/settings')).status).toBe(200)
    expect(await state()).toMatchObject({ isConnected: false })
  })
})

thoroughTest(
  'rests once for each answer that asks for it, and not again for a step that asks nothing',
  async () => {
    let at = new Date('2026-11-18T20:00:00Z')
    const busy = await startInsightsServer({ accountId, token })
    onTestFinished(busy.goDown)
    const alone = await runProduct({
      clock: { now: () => at },
      readSpendEveryMs: 20,
      environment: { META_BASE_URL: busy.url },
    })
    onTestFinished(alone.end)
    const coach = await alone.owner()
    const pausedUntil = async () => (await coach.get('/api/ad-spend/meta')).body.pausedUntil
    busy.failWith('full')
    const values = { token, accountId: `act_${accountId}` }
    expect((await sendJson(coach, 'PUT', '/api/connections/meta-ads/settings', values)).status).toBe(200)
    // As far as the third report, with what is put down between them.
    for (let asked = 1; busy.ordered.length < 3; asked = busy.requests.length) {
      const until = new Date(at.getTime() + 7 * 60_000)
      await waitFor('it rests', async () => (await pausedUntil()) === until.toISOString() || undefined)
      expect(busy.requests.length).toBeGreaterThan(asked)
      at = until
    }
  },
)

thoroughTest(
  'asks for no day that Meta keeps no more, and gives up what it refuses, so that today is read',
  async () => {
    let at = new Date('2027-03-10T20:00:00Z')
    const keeping = await startInsightsServer({ accountId, token })
    onTestFinished(keeping.goDown)
    // In March, 37 months are a day less than in most others.
    keeping.keepsFrom = '2024-02-10'
    const alone = await runProduct({
      clock: { now: () => at },
      readSpendEveryMs: 20,
      environment: { META_BASE_URL: keeping.url },
    })
    onTestFinished(alone.end)
    const coach = await alone.owner()
    const read = async () => (await coach.get('/api/ad-spend/meta')).body
    const isWhole = async () => ((await read()).isWhole && !(await read()).failingSince) || undefined
    const days = () => keeping.ordered.map(({ since, until }) => `${since} ${until}`)
    const values = { token, accountId: `act_${accountId}` }
    expect((await sendJson(coach, 'PUT', '/api/connections/meta-ads/settings', values)).status).toBe(200)
    await waitFor('all is read', isWhole)
    expect(days().at(-1)).toBe('2024-02-11 2024-02-16')

    /** Sets how reading stands while nobody reads: a turn that is under way goes on with what it has read of it before. */
    const betweenTurns = (values: string, parameters: unknown[]) =>
      waitFor('nobody reads', async () => {
        const set = `update ad_reading set ${values} where turn_of is null returning id`
        return (await alone.query(set, parameters)).length > 0 || undefined
      })
    /** Goes on the next day as if reading had halted there before it was through; returns what was ordered. */
    const goOnWith = async (backTo: string, backUntil: string, todo: { from: string; to: string }[]) => {
      const next = new Date(at.getTime() + 24 * 3_600_000)
      await betweenTurns('read_back_to = $1, read_back_until = $2, report = $3, paused_until = $4', [
        ...[backTo, backUntil, JSON.stringify({ todo }), next],
      ])
      keeping.ordered.length = 0
      at = next
      await waitFor('all is read', isWhole)
      return days()
    }
    keeping.keepsFrom = '2024-02-11'
    const begun = { from: '2024-02-05', to: '2024-02-20' }
    expect(await goOnWith('2024-02-05', '2024-01-25', [begun])).toEqual([
      '2024-02-12 2024-02-20',
      '2027-03-04 2027-03-11',
    ])
    keeping.keepsFrom = '2024-02-12'
    const over = { from: '2024-01-25', to: '2024-02-05' }
    expect(await goOnWith('2024-01-25', '2024-01-20', [over])).toEqual(['2027-03-05 2027-03-12'])
    keeping.keepsFrom = '2024-02-13'
    expect(await goOnWith('2024-02-21', '2024-01-25', [])).toEqual([
      '2027-03-06 2027-03-13',
      '2024-02-14 2024-02-20',
    ])

    // Days that it refuses in spite of that are given up once today was taken, and stay told of.
    keeping.keepsFrom = '2024-03-10'
    expect(await goOnWith('2024-04-10', '2024-02-15', [])).toEqual([
      '2027-03-07 2027-03-14',
      '2024-03-11 2024-04-09',
      '2024-02-15 2024-03-10',
      '2027-03-14 2027-03-14',
      '2024-02-15 2024-03-10',
    ])
    expect((await read()).leftOut).toEqual([{ from: '2024-02-15', to: '2024-03-10' }])

    // Where everything is refused, no day is given up.
    keeping.keepsFrom = '2027-12-31'
    const tomorrow = new Date(at.getTime() + 24 * 3_600_000)
    // Before the day has come, or reading would plan its night over it.
    await betweenTurns("nightly_on = '2027-03-15', hourly_at = $1, report = $2, paused_until = $1", [
      tomorrow,
      JSON.stringify({ todo: [{ from: '2026-01-01', to: '2026-01-05' }] }),
    ])
    at = tomorrow
    await waitFor('it fails', async () => (await read()).failingSince ?? undefined)
    expect((await read()).leftOut).toEqual([])
    keeping.keepsFrom = '2024-03-10'
    at = new Date(at.getTime() + 2 * 3_600_000)
    await waitFor('all is read', isWhole)
    expect(days().filter((one) => one === '2026-01-01 2026-01-05')).toHaveLength(2)
    expect((await read()).leftOut).toEqual([])
  },
)

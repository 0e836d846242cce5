import { createContext, Script } from 'node:vm'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { googleAdsScript } from '#contract/google-ads-script.ts'
import { waitFor } from '#support/eventually.ts'
import { freshDatabase } from '#support/fresh-database.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { startDatabaseWire } from '#support/tcp-proxy.ts'
import type { Answer, TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

let now = new Date('2026-10-05T10:00:00Z')
let product: RunningProduct
let owner: TestBrowser
let key: string
let keyId: string
beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now } })
  owner = await product.owner()
  const { body } = await owner.post('/api/ad-spend/keys', { name: 'Google script' })
  key = body.key
  keyId = body.made.id
})
afterAll(() => product.end())

const send = (rows: unknown, bearer = key): Promise<Answer> =>
  product.browser().post('/api/ad-spend/rows', { rows }, { authorization: `Bearer ${bearer}` })
const row = (more: object = {}) => ({
  ...{ date: '2026-10-01', platform: 'google', campaignId: 1, campaign: 'Brand', adsetId: 2, adset: 'Core' },
  ...{ adId: 3, ad: 'Words', spend: 12.5, currency: 'USD', impressions: 100, clicks: 4, ...more },
})
const inForce = () =>
  product.query(
    'select day::text, ad_id, spend_micros::text as micros, currency, clicks::integer from ad_spend order by day, ad_id',
  )

describe('rows of a script', () => {
  ordinaryTest('are taken once, however often they are sent, and replaced by newer ones', async () => {
    expect((await send([row(), row({ date: '2026-10-02' })])).body).toEqual({
      ...{ rows: 2, new: 2, replaced: 0, unchanged: 0, refused: [] },
    })
    const before = await inForce()
    expect((await send([row(), row({ date: '2026-10-02' })])).body).toMatchObject({
      new: 0,
      replaced: 0,
      unchanged: 2,
    })
    expect(await inForce()).toEqual(before)
    expect((await send([row({ spend: '13.10' })])).body).toMatchObject({ new: 0, replaced: 1 })
    expect((await inForce())[0]).toMatchObject({ micros: '13100000', clicks: 4 })
    const [list] = (await owner.get('/api/ad-spend/imports')).body
    expect(list).toMatchObject({ source: 'script', name: 'Google script', rows: 2, rowsInForce: 2 })
  })

  ordinaryTest('are refused one by one, with the reason', async () => {
    const { body } = await send([
      row({ date: '2026-10-03' }),
      row({ date: '2026-10-03', spend: 1 }),
      row({ date: '3 October' }),
      row({ date: '2026-02-30' }),
      row({ spend: -1 }),
      row({ spend: 'a lot' }),
      row({ currency: 'dollars' }),
      row({ platform: 'Google Ads' }),
      row({ clicks: 0.5 }),
      { ...row(), campaignId: '', campaign: '', adsetId: null, adset: null, adId: '', ad: '' },
      row({ date: '2027-01-01' }),
      row({ currency: 'EUR', date: '2026-10-04' }),
      'nothing',
      row({ date: '2026-10-04', adId: 4, ad: '=cmd()|\u0000"x"' }),
    ])
    expect(body).toMatchObject({ rows: 14, new: 2 })
    expect(body.refused.map(({ line }: { line: number }) => line)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    ])
    for (const { reason } of body.refused) expect(reason).toMatch(/^\S.*\.$/)
  })

  ordinaryTest('are refused where an id came as a number that is too long to be exact', async () => {
    const long = Number('120210001234567891')
    const { body } = await send([
      ...['account', 'campaignId', 'adsetId', 'adId'].map((name) =>
        row({ date: '2026-10-04', [name]: long }),
      ),
      row({ date: '2026-10-04', adId: '120210001234567891' }),
      row({ date: '2026-10-04', adId: 999_999_999_999_999 }),
    ])
    expect(body).toMatchObject({ rows: 6, new: 2 })
    expect(body.refused).toEqual(
      ['account', 'campaignId', 'adsetId', 'adId'].map((name, index) => ({
        line: index + 1,
        reason: `${name} must be text, or a whole number of at most 15 digits.`,
      })),
    )
    const ids = (await inForce()).filter(({ day }) => day === '2026-10-04').map((one) => one.ad_id)
    expect(ids).toEqual(expect.arrayContaining(['120210001234567891', '999999999999999']))
  })

  ordinaryTest('are turned away without a key that is good, or in too large a number', async () => {
    expect((await send([row()], 'spend_not_one')).status).toBe(401)
    expect((await product.browser().post('/api/ad-spend/rows', { rows: [] })).status).toBe(401)
    expect((await owner.post('/api/ad-spend/rows', { rows: [row()] })).status).toBe(401)
    expect((await send(Array.from({ length: 5001 }, () => row()))).status).toBe(422)
    expect((await send('rows')).status).toBe(422)
    expect((await send([])).body).toMatchObject({ rows: 0 })
    const stored = await product.query('select * from ad_import_keys')
    expect(JSON.stringify(stored)).not.toContain(key)
    const listed = await owner.get('/api/ad-spend/keys')
    expect(listed.body).toMatchObject([
      { name: 'Google script', endsIn: key.slice(-4), lastUsedAt: now.toISOString() },
    ])
    expect(listed.text).not.toContain(key)
  })

  ordinaryTest('of 5,000 are taken in one call', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => row({ adId: 10_000 + at, ad: `Ad ${at}` }))
    expect((await send(rows)).body).toMatchObject({ rows: 5000, new: 5000 })
  })

  thoroughTest('come no faster than a script needs', async () => {
    now = new Date('2026-10-06T10:00:00Z')
    const statuses: number[] = []
    for (let call = 0; call < 120; call++) statuses.push((await send([])).status)
    expect(statuses).toEqual(statuses.map(() => 200))
    expectRefusal(await send([]), 'the 121st call of an hour', 429)
  })

  ordinaryTest('stop with the key, and stay', async () => {
    now = new Date('2026-10-07T10:00:00Z')
    const before = await inForce()
    expect((await sendJson(owner, 'DELETE', `/api/ad-spend/keys/${keyId}`)).status).toBe(200)
    expect((await sendJson(owner, 'DELETE', `/api/ad-spend/keys/${keyId}`)).status).toBe(200)
    expect((await send([row({ spend: 99 })])).status).toBe(401)
    expect(await inForce()).toEqual(before)
    expect((await sendJson(owner, 'DELETE', '/api/ad-spend/keys/none')).status).toBe(404)
  })

  ordinaryTest('can be taken back however many imports came later', async () => {
    const listed = async () => (await owner.get('/api/ad-spend/imports')).body
    const before = await listed()
    await product.query(`insert into ad_spend_imports (id, source, source_key, name, made_at, committed_at, taken_back_at, outcome)
      select gen_random_uuid(), 'file', '', 'later', now(), now(), case when n > 205 then now() end, '{}'
      from generate_series(1, 450) n`)
    const after: { name: string; takenBackAt: string | null }[] = await listed()
    expect(after.filter(({ name }) => name !== 'later')).toEqual(before)
    expect(after.filter(({ name, takenBackAt }) => name === 'later' && takenBackAt === null)).toHaveLength(
      205,
    )
    await product.query("delete from ad_spend_imports where name = 'later'")
  })
})

describe('the script for Google Ads', () => {
  ordinaryTest('brings the account’s rows as they are, and says what was not taken', async () => {
    const made = (await owner.post('/api/ad-spend/keys', { name: 'Played' })).body
    const asked: string[] = []
    const calls: {
      url: string
      options: { payload: string; headers: Record<string, string>; method: string }
    }[] = []
    const logs: string[] = []
    const found = [0, 1, 2].map((at) => ({
      segments: { date: '2026-10-06' },
      campaign: { id: '21', name: 'Search' },
      adGroup: { id: '22', name: 'Group' },
      adGroupAd: { ad: { id: String(23 + at), name: at === 0 ? undefined : `Ad ${at}` } },
      customer: { currencyCode: 'USD' },
      metrics: { costMicros: String(1_230_000 * (at + 1)), impressions: '10', clicks: at },
    }))
    // Google has no ads to tell of such a campaign, and no ad groups.
    const wholeCampaigns = [
      {
        segments: { date: '2026-10-06' },
        campaign: { id: '31', name: 'Max' },
        customer: { currencyCode: 'USD' },
        metrics: { costMicros: '50000000', impressions: '900', clicks: '20' },
      },
    ]
    const world = createContext({
      AdsApp: {
        currentAccount: () => ({
          getTimeZone: () => 'America/Los_Angeles',
          getCustomerId: () => '123-456-7890',
        }),
        search: (query: string) => {
          asked.push(query)
          const rows = query.includes(' FROM ad_group_ad ') ? found : wholeCampaigns
          let at = 0
          return { hasNext: () => at < rows.length, next: () => rows[at++] }
        },
      },
      Utilities: {
        formatDate: (at: Date, timeZone: string) =>
          new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at),
      },
      Logger: { log: (text: string) => logs.push(text) },
      UrlFetchApp: {
        fetch: (url: string, options: (typeof calls)[number]['options']) => {
          calls.push({ url, options })
          return { getResponseCode: () => 200, getContentText: () => 'taken' }
        },
      },
    })
    new Script(`${googleAdsScript(`${product.url}/api/ad-spend/rows`, made.key)}\nmain()`).runInContext(world)
    expect(asked).toEqual([
      expect.stringMatching(
        /FROM ad_group_ad WHERE segments\.date BETWEEN '\d{4}-\d\d-\d\d' AND '\d{4}-\d\d-\d\d'$/,
      ),
      expect.stringMatching(
        /FROM campaign WHERE campaign\.advertising_channel_type = 'PERFORMANCE_MAX' AND segments\.date BETWEEN '\d{4}-\d\d-\d\d' AND '\d{4}-\d\d-\d\d'$/,
      ),
    ])
    // Google's call waits for its answer; the same request is sent here as it was put together there.
    const [call] = calls
    if (!call) throw new Error('nothing was sent')
    const answer = await fetch(call.url, {
      method: call.options.method,
      headers: { ...call.options.headers, 'content-type': 'application/json' },
      body: call.options.payload,
    })
    expect(await answer.json()).toMatchObject({ rows: 4, new: 4, refused: [] })
    expect(
      await product.query(
        "select campaign, ad_id, spend_micros::text as micros from ad_spend where campaign_id = '31'",
      ),
    ).toEqual([{ campaign: 'Max', ad_id: '', micros: '50000000' }])
    expect(
      await product.query(
        "select ad_id, ad, account, spend_micros::text as micros from ad_spend where campaign_id = '21' order by ad_id",
      ),
    ).toEqual([
      { ad_id: '23', ad: '', account: '1234567890', micros: '1230000' },
      { ad_id: '24', ad: 'Ad 1', account: '1234567890', micros: '2460000' },
      { ad_id: '25', ad: 'Ad 2', account: '1234567890', micros: '3690000' },
    ])
    expect(logs).toEqual(['taken'])
  })
})

describe('a fixed rate', () => {
  ordinaryTest('is set, changed and forgotten', async () => {
    expect(
      (await sendJson(owner, 'PUT', '/api/ad-spend/rates/eur', { rate: 1.0875, into: 'usd' })).body,
    ).toMatchObject({
      ...{ currency: 'EUR', rate: 1.0875, into: 'USD' },
    })
    expect((await sendJson(owner, 'PUT', '/api/ad-spend/rates/EUR', { rate: 1.1, into: 'USD' })).status).toBe(
      200,
    )
    expect((await owner.get('/api/ad-spend/rates')).body).toMatchObject([{ currency: 'EUR', rate: 1.1 }])
    for (const wrong of [
      { rate: 0, into: 'USD' },
      { rate: 1, into: 'EUR' },
      { rate: 'x', into: 'USD' },
      { into: 'USD' },
    ])
      expect((await sendJson(owner, 'PUT', '/api/ad-spend/rates/EUR', wrong)).status).toBe(422)
    expect((await sendJson(owner, 'DELETE', '/api/ad-spend/rates/EUR')).status).toBe(200)
    expect((await owner.get('/api/ad-spend/rates')).body).toEqual([])
  })

  ordinaryTest('is not replaced by one that was typed before it was set', async () => {
    const set = (rate: number, inPlaceOf: object | null) =>
      sendJson(owner, 'PUT', '/api/ad-spend/rates/EUR', { rate, into: 'USD', inPlaceOf })
    // Twice, as after an answer that was lost.
    for (let time = 0; time < 2; time += 1) expect((await set(1.08, null)).status).toBe(200)
    for (const before of [null, { rate: 1.07, into: 'USD' }, { rate: 1.08, into: 'CHF' }]) {
      const { status, body } = await set(1.1, before)
      expect([status, body.error]).toEqual([409, 'One EUR is 1.08 USD by now. Have a look at it first.'])
    }
    expect((await set(1.1, { rate: 1.08, into: 'USD' })).status).toBe(200)
    await sendJson(owner, 'DELETE', '/api/ad-spend/rates/EUR')
  })

  ordinaryTest('is refused where it leads on from another, or back: amounts would never meet', async () => {
    const set = (currency: string, into: string) =>
      sendJson(owner, 'PUT', `/api/ad-spend/rates/${currency}`, { rate: 2, into })
    expect((await set('EUR', 'USD')).status).toBe(200)
    for (const [currency, into] of [
      ['USD', 'EUR'],
      ['USD', 'GBP'],
      ['GBP', 'EUR'],
    ] as const) {
      const { status, body } = await set(currency, into)
      expect([currency, into, status]).toEqual([currency, into, 409])
      expect(body.error).toBe('EUR counts as USD already. Remove that rate first.')
    }
    expect((await owner.get('/api/ad-spend/rates')).body).toMatchObject([{ currency: 'EUR', into: 'USD' }])
    expect((await set('GBP', 'USD')).status).toBe(200)
    // The same currency again, otherwise.
    expect((await set('EUR', 'CHF')).status).toBe(200)
    for (const currency of ['EUR', 'GBP'])
      expect((await sendJson(owner, 'DELETE', `/api/ad-spend/rates/${currency}`)).status).toBe(200)
  })
})

describe('links that were left unfilled', () => {
  ordinaryTest('are told of with what stood in them, since when, and how many came', async () => {
    const view = async (path: string) => {
      const visitor = product.browser()
      const query = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
      await visitor.post('/api/visitors/page-view', { path: path.split('?')[0], ...query })
    }
    const unfilled = '/meme?utm_source=facebook&utm_ad_id={{ad.id}}&utm_campaign=Autumn'
    for (let visit = 0; visit < 3; visit++) await view(unfilled)
    await view('/freetraining?utm_source=tiktok&utm_ad_id=__CID__&utm_adset_id=__AID__')
    await view('/meme?utm_source=google&utm_ad_id={creative}')
    await view('/meme?utm_source=facebook&utm_ad_id=120210&utm_campaign=My__CAMP__x {sale}')
    const { body } = await owner.get('/api/ad-spend/macro-mistakes')
    const told = body.map(
      ({ path, parameters, visits }: { path: string; parameters: string[]; visits: number }) => ({
        path,
        parameters,
        visits,
      }),
    )
    expect(told).toHaveLength(3)
    expect(told).toContainEqual({ path: '/meme', parameters: ['utm_ad_id={{ad.id}}'], visits: 3 })
    expect(told).toContainEqual({
      path: '/freetraining',
      parameters: ['utm_ad_id=__CID__', 'utm_adset_id=__AID__'],
      visits: 1,
    })
  })
})

thoroughTest(
  'while the database is away rows are not taken, and the same call brings each of them once',
  async () => {
    const database = await freshDatabase()
    const { wire, url } = await startDatabaseWire(database.url)
    const cut = await runProduct({ databaseUrl: url })
    try {
      const maker = await cut.owner()
      const { body } = await maker.post('/api/ad-spend/keys', { name: 'Script' })
      const rows = [1, 2, 3].map((ad) => row({ adId: ad, ad: `Ad ${ad}`, date: '2026-01-02' }))
      const bring = () =>
        cut.browser().post('/api/ad-spend/rows', { rows }, { authorization: `Bearer ${body.key}` })
      await wire.refuse()
      const away = await bring()
      expectRefusal(away, 'rows without a database', 503)
      expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
      await wire.pass()
      await waitFor('ready again', async () => (await maker.get('/readyz')).status === 200)
      expect((await bring()).body).toMatchObject({ rows: 3, new: 3, refused: [] })
      expect((await bring()).body).toMatchObject({ new: 0, unchanged: 3 })
      const [counted] = (await maker.get('/api/ad-spend/imports')).body
      expect(counted).toMatchObject({ rows: 3, rowsInForce: 3 })
    } finally {
      await cut.end()
      await wire.stop()
      await database.drop()
    }
  },
)

describe('rows of two accounts', () => {
  ordinaryTest(
    'by names alone count in each account, and a row without an account takes the place of one of any',
    async () => {
      const named = (account: string, spend: number, date = '2026-09-10') =>
        row({ account, spend, date, ...{ campaignId: '', adsetId: '', adId: '', ad: 'Two accounts' } })
      const keyNamed = async (name: string) => (await owner.post('/api/ad-spend/keys', { name })).body.key
      const [first, second] = [await keyNamed('First script'), await keyNamed('Second script')]
      const counted = () =>
        product.query(
          `select day::text, account, spend_micros::text as micros from ad_spend where ad = 'Two accounts' order by 1, 2`,
        )
      expect((await send([named('111', 5)], first)).body).toMatchObject({ new: 1 })
      expect((await send([named('111', 8)], second)).body).toMatchObject({ replaced: 1 })
      expect((await send([named('222', 7)], first)).body).toMatchObject({ new: 1, replaced: 0 })
      // What counts again is of its own account, whatever came for the other one since.
      const imports: { id: string; name: string }[] = (await owner.get('/api/ad-spend/imports')).body
      const brought = imports.find(({ name }) => name === 'Second script')
      expect((await sendJson(owner, 'DELETE', `/api/ad-spend/imports/${brought?.id}`)).status).toBe(200)
      expect((await send([named('111', 5, '2026-09-11')], first)).body).toMatchObject({ new: 1 })
      expect((await send([named('', 6, '2026-09-11')], first)).body).toMatchObject({ new: 0, replaced: 1 })
      expect(await counted()).toEqual([
        { day: '2026-09-10', account: '111', micros: '5000000' },
        { day: '2026-09-10', account: '222', micros: '7000000' },
        { day: '2026-09-11', account: '', micros: '6000000' },
      ])
    },
  )
})

import { expect, onTestFinished, test, vi } from 'vitest'
import type { AdResults, AdRow } from '#contract/ad-results.ts'
import { makeBooking, makeMovement, makePayment, makeSpend } from '#support/ad-makers.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { pick, seededRandom } from '#support/seeded-random.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import { statementsOf } from '#support/statements-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

vi.setConfig({ testTimeout: 240_000 })

const HOUR = 3_600_000
const START = Date.parse('2026-09-01T08:00:00Z')

async function productAt(now: () => Date): Promise<RunningProduct> {
  const product = await runProduct({ clock: { now } })
  onTestFinished(() => product.end())
  return product
}

const levels = ['source', 'campaign', 'adset', 'ad'] as const
type Asked = { range?: string; from?: string; to?: string; tz?: string; credit?: string; cohort?: string }
const queryOf = (asked: object) => new URLSearchParams({ range: 'all', tz: 'UTC', ...asked })

async function readAds(owner: TestBrowser, asked: object): Promise<AdResults> {
  const { status, body } = await owner.get(`/api/ads?${queryOf(asked)}`)
  expect(status).toBe(200)
  return body
}

const counts = [
  'impressions',
  'clicks',
  'visitors',
  'leads',
  'sawPitch',
  'applied',
  'booked',
  'held',
  'noShow',
  'clients',
] as const
const steps = {
  lead: 'leads',
  'saw-pitch': 'sawPitch',
  applied: 'applied',
  booked: 'booked',
  held: 'held',
  'no-show': 'noShow',
  client: 'clients',
} as const

function amounts(rows: Pick<AdRow, 'netCash' | 'spend' | 'otherSpend'>[]) {
  const sums = { cash: new Map<string, number>(), spend: new Map<string, number>() }
  const put = (into: Map<string, number>, currency: string, amount: number) =>
    into.set(currency, (into.get(currency) ?? 0) + Math.round(amount * 10_000))
  for (const { netCash, spend, otherSpend } of rows) {
    for (const { currency, amount } of netCash) put(sums.cash, currency, amount)
    for (const { currency, amount } of [...(spend ? [spend] : []), ...otherSpend])
      put(sums.spend, currency, amount)
  }
  const told = (map: Map<string, number>) =>
    Object.fromEntries([...map].filter(([, amount]) => amount !== 0).sort())
  return { cash: told(sums.cash), spend: told(sums.spend) }
}

/** The rows of each level add up to the total, and the total is what the cards and the funnel say. */
async function expectSums(owner: TestBrowser, asked: Asked): Promise<void> {
  for (const level of levels) {
    const { rows, total, unattributed } = await readAds(owner, { ...asked, level })
    const all = [...rows, unattributed]
    for (const name of counts)
      expect([level, name, all.reduce((sum, row) => sum + row[name], 0)]).toEqual([level, name, total[name]])
    expect(amounts(all)).toEqual(amounts([total]))
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  }
  const { total } = await readAds(owner, asked)
  const { body: cards } = await owner.get(`/api/analytics/summary?${queryOf(asked)}`)
  expect([total.visitors, total.leads]).toEqual([cards.visitors, cards.leads])
  if (asked.cohort === 'event') return
  const { body: overview } = await owner.get(`/api/analytics/overview?${queryOf(asked)}`)
  expect([total.sawPitch, total.applied, total.booked]).toEqual(
    overview.funnel.slice(2).map(({ people }: { people: number }) => people),
  )
}

/** Each figure is as many people as it opens, nobody twice. */
async function expectPeople(owner: TestBrowser, asked: Asked): Promise<void> {
  const { rows, unattributed } = await readAds(owner, { ...asked, level: 'ad' })
  for (const row of [...rows, { key: 'unattributed', ...unattributed }])
    for (const [step, name] of Object.entries(steps)) {
      const query = queryOf({ ...asked, key: row.key, step, limit: '1000' })
      const { body, headers } = await owner.get(`/api/ads/people?${query}`)
      const ids = body.map(({ id }: { id: string }) => id)
      expect([row.key, step, new Set(ids).size, Number(headers.get('x-total-count'))]).toEqual([
        row.key,
        step,
        row[name as 'leads'],
        row[name as 'leads'],
      ])
      for (const { credited } of body) expect(credited.reason === null).toBe(row.key !== 'unattributed')
    }
}

/** The visitors of each row are as many as it opens, nobody twice, each with what its first visit said. */
async function expectVisitors(owner: TestBrowser, asked: Asked): Promise<void> {
  for (const level of ['source', 'ad'] as const) {
    const { rows, unattributed } = await readAds(owner, { ...asked, level })
    for (const row of [...rows, { key: 'unattributed', ...unattributed }]) {
      const opened: { id: string; credited: { reason: string | null } }[] = []
      let cursor: string | null = ''
      do {
        const query = queryOf({ ...asked, key: row.key, limit: '3', ...(cursor && { cursor }) })
        const { body, headers } = await owner.get(`/api/ads/visitors?${query}`)
        expect([row.key, Number(headers.get('x-total-count'))]).toEqual([row.key, row.visitors])
        opened.push(...body)
        cursor = headers.get('x-next-cursor')
      } while (cursor)
      const ids = new Set(opened.map(({ id }) => id))
      expect([row.key, ids.size, opened.length]).toEqual([row.key, row.visitors, row.visitors])
      for (const { credited } of opened) expect(credited.reason === null).toBe(row.key !== 'unattributed')
    }
  }
}

/**
 * What visits can say of their ad: three ads by ids and names, by one of the two, by another word for the platform, a
 * newsletter, and nothing.
 */
const ways: Record<string, string>[] = [
  {
    utm_source: 'facebook',
    utm_medium: 'paid',
    utm_campaign_id: 'c1',
    utm_campaign: 'Spring',
    utm_adset_id: 's1',
    utm_adset: 'Women',
    utm_ad_id: 'a1',
    utm_ad: 'Video A',
  },
  { utm_source: 'ig', utm_medium: 'paid', utm_campaign: ' spring', utm_adset: 'WOMEN', utm_ad: 'video a' },
  { utm_source: 'fb', utm_ad_id: 'a2' },
  { utm_source: 'th', utm_medium: 'paid', utm_adset_id: 's1', utm_ad_id: 'a1' },
  { utm_source: 'facebook', utm_campaign_id: 'c1', utm_adset_id: 's1', utm_ad_id: 'a2', utm_ad: 'Video B' },
  { utm_source: 'tiktok', utm_campaign: 'Autumn', utm_ad: 'Dance' },
  { utm_source: 'newsletter', utm_medium: 'email' },
  { utm_campaign: 'No source' },
  {},
]

test.each(shareOf([7, 4242], 0))(
  'any history adds up, counts nobody twice and can be undone, seed %i',
  async (seed) => {
    const random = seededRandom(seed)
    let now = new Date(START)
    const product = await productAt(() => now)
    const owner = await product.owner()
    const people = Array.from({ length: 14 }, (_, number) => ({
      browser: product.browser(undefined, { 'x-forwarded-for': `203.0.113.${number + 1}` }),
      email: `person${Math.floor(number / 1.3)}@example.com`,
    }))
    const spent: number[] = []
    const payments: { id: string; currency: string }[] = []
    const leadOf = async () => {
      const rows = await product.query('select id from leads where erased_at is null order by id')
      return rows.length === 0 ? null : (pick(random, rows).id as string)
    }
    const acts: (() => Promise<unknown>)[] = [
      async () => {
        const { browser } = pick(random, people)
        const path = pick(random, ['/meme', '/freetraining', '/lander-hack'])
        return browser.post('/api/visitors/page-view', { path, ...pick(random, ways) })
      },
      async () => {
        const { browser, email } = pick(random, people)
        const page = pick(random, ['/meme', '/lander-hack'])
        const told = random() < 0.3 ? pick(random, ways) : {}
        return browser.post('/api/capture-lead', {
          name: 'Someone',
          email,
          phone: '+12025550143',
          page,
          ...told,
        })
      },
      async () => {
        const { browser } = pick(random, people)
        return browser.post('/api/leads/add-video-tag', {
          page: '/freetraining',
          tagName: 'VH02 - Saw Pitch',
          watchTime: 715,
        })
      },
      async () => {
        const status = pick(random, ['booked', 'held', 'no_show', 'cancelled'] as const)
        const id = await makeBooking(product, {
          leadId: random() < 0.9 ? await leadOf() : null,
          at: now,
          status,
        })
        if (random() < 0.3) await product.query("update bookings set status = 'held' where id = $1", [id])
      },
      async () => {
        const currency = pick(random, ['usd', 'usd', 'eur'])
        const id = await makePayment(product, {
          leadId: random() < 0.9 ? await leadOf() : null,
          currency,
          isTest: random() < 0.15,
          movements: [{ kind: 'paid', at: now, amount: 10_000 + Math.floor(random() * 90_000) }],
        })
        payments.push({ id, currency })
      },
      async () => {
        const payment = payments.at(Math.floor(random() * payments.length))
        if (!payment) return
        const amount = -Math.floor(random() * 120_000)
        await makeMovement(
          product,
          payment.id,
          { kind: pick(random, ['refunded', 'disputed']), at: now, amount },
          payment.currency,
        )
      },
      async () => {
        const ad = pick(random, ['1', '2', '3'])
        const day = now.toISOString().slice(0, 10)
        spent.push(
          ...(await makeSpend(product, [
            {
              day,
              campaignId: 'c1',
              campaign: 'Spring',
              adsetId: 's1',
              adset: 'Women',
              adId: `a${ad}`,
              ad: `Video ${'ABC'[Number(ad) - 1]}`,
              micros: Math.floor(random() * 50_000_000),
              impressions: 900,
              clicks: 12,
              currency: pick(random, ['USD', 'USD', 'EUR']),
            },
            {
              platform: 'tiktok',
              day,
              campaign: 'Autumn sale',
              adset: 'All',
              ad: 'Dance',
              micros: 7_123_456,
              impressions: 10,
              clicks: 1,
            },
          ])),
        )
      },
      async () => {
        const id = spent.splice(Math.floor(random() * spent.length), 1)[0]
        if (id !== undefined) await product.query('delete from ad_spend where id = $1', [id])
      },
      // Whose a payment or a call is may come out late, or be taken back.
      async () => {
        const [event] = await product.query('select id from external_events order by random() limit 1')
        if (event)
          await product.query('update external_events set lead_id = $1 where id = $2', [
            random() < 0.8 ? await leadOf() : null,
            event.id,
          ])
      },
    ]
    const weights = [8, 4, 2, 2, 2, 1, 2, 1, 1]
    const deck = acts.flatMap((act, index) => Array.from({ length: weights[index] ?? 1 }, () => act))
    const asked = (): Asked => ({
      credit: pick(random, ['first', 'last']),
      cohort: pick(random, ['lead', 'event']),
      tz: pick(random, ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']),
      ...pick(random, [
        { range: 'all' },
        { range: 'last-7-days' },
        { range: 'custom', from: '2026-09-02', to: '2026-09-05' },
        { range: 'yesterday' },
      ]),
    })
    for (let step = 1; step <= 160; step += 1) {
      now = new Date(now.getTime() + Math.floor(random() * 2.2 * HOUR))
      await pick(random, deck)()
      if (step % 16 === 0) await expectSums(owner, asked())
      if (step % 80 === 0) {
        await expectPeople(owner, asked())
        await expectVisitors(owner, asked())
      }
    }

    const everything = () =>
      Promise.all(
        levels.flatMap((level) =>
          (['first', 'last'] as const).map((credit) => readAds(owner, { level, credit, tz: 'UTC' })),
        ),
      )
    const before = await everything()
    expect(before[0]?.total.leads).toBeGreaterThan(3)
    expect(before[0]?.total.clients).toBeGreaterThan(0)

    // A block takes what it hides out of every row, and gives it back to the unit.
    const blocked = await owner.post('/api/blocked-pages', { pagePath: '/meme', reason: 'test' })
    expect(blocked.status).toBeLessThan(300)
    expect(await everything()).not.toEqual(before)
    await expectSums(owner, asked())
    await expectHonestNumbers(product)
    const [block] = await product.query("select id from blocked_pages where page_path = '/meme'")
    expect(
      (await sendJson(owner, 'PATCH', `/api/blocked-pages/${block?.id}`, { isActive: false })).status,
    ).toBe(200)
    expect(await everything()).toEqual(before)

    // So does a pair, and spend that is replaced and put back.
    const spendKey = 'tiktok/=autumn%20sale'
    const { body: pair } = await owner.post('/api/ads/pairs', {
      level: 'campaign',
      spendKey,
      visitKey: 'tiktok/=autumn',
    })
    await expectSums(owner, { tz: 'UTC' })
    const { rows } = await readAds(owner, { level: 'campaign' })
    expect(rows.map(({ key }) => key)).not.toContain(spendKey)
    expect((await owner.send('DELETE', `/api/ads/pairs/${pair.id}`)).status).toBe(200)
    const put = await product.query('select * from ad_spend')
    await product.query('delete from ad_spend')
    await expectSums(owner, { tz: 'UTC' })
    await product.query(
      'insert into ad_spend overriding system value select * from jsonb_populate_recordset(null::ad_spend, $1)',
      [JSON.stringify(put)],
    )
    expect(await everything()).toEqual(before)

    // An erased person goes on counting.
    const id = await leadOf()
    const [erased] = await product.query('select person_id from leads where id = $1', [id])
    expect((await owner.post(`/api/people/${erased?.person_id}/erase`, {})).status).toBeLessThan(300)
    await expectSums(owner, asked())
    await expectHonestNumbers(product)
  },
)

const only = (rows: AdRow[], name: string): AdRow => {
  const found = rows.filter((row) => row.name === name)
  expect([name, found.length]).toEqual([name, 1])
  return found[0] as AdRow
}

ordinaryTest(
  'an ad is credited by first or last touch, on the day of the lead or of what happened, currencies apart',
  async () => {
    let now = new Date('2026-09-01T10:00:00Z')
    const product = await productAt(() => now)
    const ann = product.browser()
    const visit = (said: object) => ann.post('/api/visitors/page-view', { path: '/meme', ...said })
    await visit({
      utm_source: 'facebook',
      utm_medium: 'paid',
      utm_campaign_id: 'c1',
      utm_campaign: 'One',
      utm_ad_id: 'a1',
      utm_ad: 'First',
    })
    now = new Date('2026-09-02T10:00:00Z')
    await visit({
      utm_source: 'facebook',
      utm_medium: 'paid',
      utm_campaign_id: 'c1',
      utm_ad_id: 'a2',
      utm_ad: 'Second',
    })
    await ann.post('/api/capture-lead', {
      name: 'Ann',
      email: 'ann@example.com',
      phone: '+12025550143',
      page: '/meme',
    })
    // What brings her back afterwards gets no credit.
    now = new Date('2026-09-03T10:00:00Z')
    await visit({ utm_source: 'tiktok', utm_campaign: 'Later', utm_ad: 'Third' })
    const leadId = await product.leadIdOf('ann@example.com')
    await makeBooking(product, { leadId, at: new Date('2026-09-05T10:00:00Z'), status: 'held' })
    await makePayment(product, {
      leadId,
      movements: [
        { kind: 'paid', at: new Date('2026-09-06T10:00:00Z'), amount: 300_000 },
        { kind: 'refunded', at: new Date('2026-09-20T10:00:00Z'), amount: -100_000 },
      ],
    })
    await makePayment(product, { leadId, isTest: true, movements: [{ kind: 'paid', at: now, amount: 999 }] })
    await makePayment(product, {
      leadId,
      currency: 'eur',
      movements: [{ kind: 'paid', at: new Date('2026-09-06T10:00:00Z'), amount: 5000 }],
    })
    const ad = { campaignId: 'c1', campaign: 'One', adsetId: '', adset: '' }
    await makeSpend(product, [
      { ...ad, day: '2026-09-01', adId: 'a1', ad: 'First', micros: 600_000_000 },
      { ...ad, day: '2026-09-02', adId: 'a2', ad: 'Second', micros: 100_000_000 },
      { ...ad, day: '2026-09-01', through: '2026-09-30', adId: 'a2', ad: 'Second', micros: 1_000_000 },
      { ...ad, day: '2026-09-02', adId: 'a2', ad: 'Second', micros: 2_000_000, currency: 'EUR' },
    ])
    now = new Date('2026-09-21T10:00:00Z')
    const owner = await product.owner()
    const days = { range: 'custom', from: '2026-09-01', to: '2026-09-03', level: 'ad' }
    const first = await readAds(owner, days)
    expect(only(first.rows, 'First')).toMatchObject({
      spend: { amount: 60_000, currency: 'USD' },
      visitors: 1,
      leads: 1,
      held: 1,
      clients: 1,
      netCash: [
        { currency: 'EUR', amount: 5000 },
        { currency: 'USD', amount: 200_000 },
      ],
      costPerHeld: { value: 60_000, currency: 'USD' },
      // The euros would be missing from it.
      returnOnSpend: null,
      rates: { lead: { value: 1 }, held: null },
    })
    // A span of days counts only where the range holds all of it; with two currencies no cost is told.
    expect(only(first.rows, 'Second')).toMatchObject({
      spend: { amount: 10_000, currency: 'USD' },
      otherSpend: [{ amount: 200, currency: 'EUR' }],
      leads: 0,
      costPerLead: null,
      returnOnSpend: null,
    })
    // By the owner's rate all of it is one currency, which the answer says, until the rate goes.
    expect(first.rates).toEqual([])
    const rate = { rate: 1.25, into: 'USD' }
    expect((await sendJson(owner, 'PUT', '/api/ad-spend/rates/EUR', rate)).status).toBe(200)
    const turned = await readAds(owner, days)
    expect(turned.rates).toEqual([{ currency: 'EUR', ...rate }])
    expect(only(turned.rows, 'First').netCash).toEqual([{ currency: 'USD', amount: 206_250 }])
    expect(only(turned.rows, 'First').returnOnSpend).toBe(3.4375)
    expect(only(turned.rows, 'Second')).toMatchObject({
      spend: { amount: 10_250, currency: 'USD' },
      otherSpend: [],
    })
    expect(turned.total.spend).toEqual({ amount: 70_250, currency: 'USD' })
    expect(turned.total.netCash).toEqual([{ currency: 'USD', amount: 206_250 }])
    expect((await sendJson(owner, 'DELETE', '/api/ad-spend/rates/EUR')).status).toBe(200)
    expect(await readAds(owner, days)).toEqual(first)
    const last = await readAds(owner, { ...days, credit: 'last' })
    expect([only(last.rows, 'First').leads, only(last.rows, 'Second').leads]).toEqual([0, 1])
    const whole = await readAds(owner, { ...days, to: '2026-09-30' })
    expect(only(whole.rows, 'Second').spend?.amount).toBe(10_100)

    // By the day it happened: the call and the money are in a week in which nobody became a lead.
    const later = { range: 'custom', from: '2026-09-04', to: '2026-09-10', level: 'ad', cohort: 'event' }
    const happened = only((await readAds(owner, later)).rows, 'First')
    expect(happened).toMatchObject({
      leads: 0,
      held: 1,
      clients: 1,
      rates: { lead: null, booked: null, held: null },
    })
    expect(happened.netCash).toContainEqual({ currency: 'USD', amount: 300_000 })
    const client = { ...later, key: happened.key, step: 'client' }
    const { body: clients } = await owner.get(`/api/ads/people?${queryOf(client)}`)
    expect(clients).toMatchObject([{ netCash: happened.netCash }])
    const { text: listed } = await owner.get(`/api/export/ad-people.csv?${queryOf(client)}`)
    expect(listed).toContain('3000.00 USD')
    // In Tokyo it is already the next day.
    const evening = { range: 'custom', from: '2026-09-05', to: '2026-09-05', level: 'ad', cohort: 'event' }
    expect((await readAds(owner, evening)).total.held).toBe(1)
    expect((await readAds(owner, { ...evening, tz: 'Australia/Sydney' })).total.held).toBe(1)
    await product.query("update bookings set start_at = '2026-09-05T20:00:00Z'")
    expect((await readAds(owner, { ...evening, tz: 'Australia/Sydney' })).total.held).toBe(0)

    // A table as a file tells the same.
    const file = await owner.get(`/api/export/ads.csv?${queryOf(days)}`)
    expect(file.text).toContain('First,a1,Meta,600.00 USD')
    expect(file.headers.get('cache-control')).toContain('no-store')

    // A króna's smallest unit is the hundredth that payments are counted in, for what is spent as for what is paid.
    const thor = product.browser()
    await thor.post('/api/visitors/page-view', { path: '/meme', utm_source: 'google', utm_ad: 'Saga' })
    await thor.post('/api/capture-lead', {
      name: 'Thor',
      email: 'thor@example.com',
      phone: '+12025550144',
      page: '/meme',
    })
    await makePayment(product, {
      leadId: await product.leadIdOf('thor@example.com'),
      currency: 'isk',
      movements: [{ kind: 'paid', at: now, amount: 4_000_000 }],
    })
    await makeSpend(product, [
      { platform: 'google', day: '2026-09-21', ad: 'Saga', micros: 20_000_000_000, currency: 'ISK' },
    ])
    const day = { range: 'custom', from: '2026-09-21', to: '2026-09-21', level: 'ad' }
    expect(only((await readAds(owner, day)).rows, 'Saga')).toMatchObject({
      spend: { amount: 2_000_000, currency: 'ISK' },
      netCash: [{ amount: 4_000_000, currency: 'ISK' }],
      costPerLead: { value: 2_000_000, currency: 'ISK' },
      returnOnSpend: 2,
    })
    const { text } = await owner.get(`/api/export/ads.csv?${queryOf(day)}`)
    expect(text).toContain('Saga,,Google,20000.00 ISK,')
    expect(text).toContain(',40000.00 ISK,20000.00 ISK,')
  },
)

ordinaryTest(
  'an ad is called what it was called last, and has those who came by it under whatever name of its platform',
  async () => {
    const now = new Date('2026-09-10T10:00:00Z')
    const product = await productAt(() => now)
    const owner = await product.owner()
    const visitor = product.browser()
    await visitor.post('/api/visitors/page-view', {
      ...{ path: '/meme', utm_source: 'th', utm_medium: 'paid' },
      ...{ utm_campaign_id: '120211', utm_adset_id: '120212', utm_ad_id: '120213', utm_ad: 'Dog' },
    })
    await visitor.post('/api/capture-lead', {
      ...{ name: 'Ann', email: 'ann@example.com', phone: '+12025550143', page: '/meme' },
    })
    const ad = { campaignId: '120211', adsetId: '120212', adId: '120213', micros: 10_000_000 }
    const days = { range: 'custom', from: '2026-09-01', to: '2026-09-30', level: 'ad' }
    const names = ['Dog', 'A better dog', 'Zebra', 'Mouse']
    for (const [place, name] of names.entries()) {
      await makeSpend(product, [{ ...ad, day: `2026-09-0${place + 1}`, campaign: `In ${name}`, ad: name }])
      const { rows, total } = await readAds(owner, days)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ name, within: ['meta', `In ${name}`, '120212'], visitors: 1, leads: 1 })
      expect(rows[0]?.costPerLead).toMatchObject({ value: 1000 * (place + 1), currency: 'USD' })
      expect(total.leads).toBe(1)
    }
  },
)

thoroughTest('a long name meets its spend, though a visit keeps less of it than spend does', async () => {
  const product = await productAt(() => new Date('2026-09-10T10:00:00Z'))
  const owner = await product.owner()
  const long = `${'Ünlong 🙂 '.repeat(30)}tail`
  const visited = { utm_source: 'facebook', utm_medium: 'paid', utm_campaign: long, utm_ad: `${long} b` }
  await product.browser().post('/api/visitors/page-view', { path: '/meme', ...visited })
  await makeSpend(product, [{ day: '2026-09-01', campaign: long, ad: `${long} b`, micros: 10_000_000 }])
  for (const level of ['campaign', 'ad']) {
    const days = { range: 'custom', from: '2026-09-01', to: '2026-09-30', level }
    const { rows } = await readAds(owner, days)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ visitors: 1, spend: { amount: 1000, currency: 'USD' } })
    const { body } = await owner.get(`/api/ads/visitors?${queryOf({ ...days, key: rows[0]?.key ?? '' })}`)
    expect(body).toHaveLength(1)
  }
})

ordinaryTest('a row opens however long its names are, in whatever letters', async () => {
  const product = await productAt(() => new Date('2026-09-10T10:00:00Z'))
  const owner = await product.owner()
  const [campaign, adset, ad] = ['活动', '受众', '视频'].map((name) => name.repeat(100))
  const visited = { utm_source: 'tiktok', utm_campaign: campaign, utm_adset: adset, utm_ad: ad }
  await product.browser().post('/api/visitors/page-view', { path: '/meme', ...visited })
  const days = { range: 'last-7-days' }
  let parent = {}
  for (const level of levels) {
    const { rows } = await readAds(owner, { ...days, level, ...parent })
    expect(rows).toHaveLength(1)
    const key = rows[0]?.key ?? ''
    const people = await owner.get(`/api/ads/visitors?${queryOf({ ...days, key })}`)
    expect([level, people.status, people.body.length]).toEqual([level, 200, 1])
    parent = { parent: key }
  }
})

ordinaryTest(
  'a pair that is none is refused, the same one twice is one, and nobody but the owner may',
  async () => {
    const product = await productAt(() => new Date('2026-09-01T10:00:00Z'))
    const owner = await product.owner()
    const pair = { level: 'campaign', spendKey: 'meta/#1', visitKey: 'meta/=spring' }
    for (const wrong of [
      { ...pair, level: 'ad' },
      { ...pair, visitKey: 'meta/#1' },
      { ...pair, spendKey: '' },
      { ...pair, spendKey: 'x'.repeat(3000) },
      { ...pair, spendKey: 7 },
      { ...pair, level: 'everything' },
    ])
      expect((await owner.post('/api/ads/pairs', wrong)).status).toBe(422)
    expect((await product.browser().post('/api/ads/pairs', pair)).status).toBe(401)
    expect((await product.browser().get('/api/ads')).status).toBe(401)
    const [one, other] = [await owner.post('/api/ads/pairs', pair), await owner.post('/api/ads/pairs', pair)]
    expect(one.body).toEqual(other.body)
    expect((await readAds(owner, { level: 'campaign' })).unmatchedSpend.pairs).toEqual([one.body])
    for (const key of ['%', '/', '////', '#', 'meta/%E0%A4%A', "'; drop table ad_spend", '🙂'])
      for (const path of [
        '/api/ads?range=all&parent=',
        '/api/ads/people?range=all&key=',
        '/api/ads/visitors?range=all&key=',
      ])
        expect((await owner.get(path + encodeURIComponent(key))).status).toBe(200)
    expect((await owner.send('DELETE', `/api/ads/pairs/${one.body.id}`)).status).toBe(200)
    expect((await owner.send('DELETE', `/api/ads/pairs/${one.body.id}`)).status).toBe(404)
  },
)

thoroughTest(
  'what visits said is read once, then only what came since, and no answer lacks any of it',
  async () => {
    const product = await productAt(() => new Date('2026-09-01T10:00:00Z'))
    const owner = await product.owner()
    const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ')
    const visit = (campaign: string) =>
      product
        .browser()
        .post('/api/visitors/page-view', { path: '/meme', utm_source: 'fb', utm_campaign: campaign })
    const readKeys = async () => {
      let keys: string[] = []
      const asked = await statementsOf(async () => {
        const answer = await product.app.inject({
          url: `/api/ads?${queryOf({ level: 'campaign' })}`,
          headers: { cookie },
        })
        keys = answer.json().rows.map(({ key }: AdRow) => key)
      })
      const reads = asked.filter((text) => /^select id, touch from ad_touches/.test(text.trim()))
      return { keys: keys.sort(), reads: reads.length }
    }
    await visit('One')
    expect(await readKeys()).toEqual({ keys: ['meta/=one'], reads: 1 })
    expect(await readKeys()).toEqual({ keys: ['meta/=one'], reads: 0 })
    const [taken] = await product.query(
      "select nextval(pg_get_serial_sequence('ad_touches', 'id'))::integer as id",
    )
    await visit('Two')
    expect(await readKeys()).toEqual({ keys: ['meta/=one', 'meta/=two'], reads: 1 })
    expect(await readKeys()).toEqual({ keys: ['meta/=one', 'meta/=two'], reads: 0 })
    // A transaction that took its ids first may be the last to commit.
    await product.query(
      "insert into ad_touches (id, key, touch, day) overriding system value values ($1, md5('late')::uuid, $2, '2026-09-01')",
      [taken?.id, JSON.stringify(['fb', '', 'c9', 'Two', '', '', '', ''])],
    )
    expect((await readKeys()).keys).toEqual(['meta/#c9', 'meta/=one'])
    await product.query('delete from ad_touches where id = $1', [taken?.id])
    expect((await readKeys()).keys).toEqual(['meta/=one', 'meta/=two'])
    // Many at the same time share what one of them finds out.
    await visit('Three')
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => readKeys()))
    for (const { keys } of answers) expect(keys).toEqual(['meta/=one', 'meta/=three', 'meta/=two'])
  },
)

thoroughTest('leads of days that are over stand at the last time they were captured in them', async () => {
  let now = new Date('2026-09-01T10:00:00Z')
  const product = await productAt(() => now)
  const owner = await product.owner()
  const capture = async (day: number, name: string) => {
    now = new Date(Date.UTC(2026, 8, day, 10))
    const contact = { name, email: `${name}@example.com`, phone: '+12025550143' }
    await product.browser().post('/api/capture-lead', { ...contact, page: '/meme' })
  }
  for (const [day, name] of [
    [1, 'ann'],
    [2, 'bo'],
    [3, 'ann'],
    [4, 'ann'],
    [6, 'ann'],
  ] as const)
    await capture(day, name)
  for (const [from, to, expected] of [
    ['2026-09-01', '2026-09-02', ['bo 2', 'ann 1']],
    ['2026-09-01', '2026-09-04', ['ann 4', 'bo 2']],
    ['2026-09-01', '2026-09-06', ['ann 6', 'bo 2']],
    ['2026-09-03', '2026-09-03', ['ann 3']],
  ] as const)
    for (const cohort of ['lead', 'event']) {
      const { body } = await owner.get(`/api/ads/people?${queryOf({ range: 'custom', from, to, cohort })}`)
      const listed = body.map(
        ({ name, at }: { name: string; at: string }) => `${name} ${new Date(at).getUTCDate()}`,
      )
      expect([from, to, listed]).toEqual([from, to, expected])
    }
})

thoroughTest('people are found by their telephone number, however it or the question is typed', async () => {
  const product = await productAt(() => new Date('2026-09-01T10:00:00Z'))
  const owner = await product.owner()
  for (const [name, phone] of [
    ['ann', '(202) 555-0143'],
    ['bo', '+1 202.555.0199'],
  ])
    await product
      .browser()
      .post('/api/capture-lead', { name, email: `${name}@example.com`, phone, page: '/meme' })
  for (const [q, names] of [
    ['2025550143', ['ann']],
    ['555 0199', ['bo']],
    ['+12025550199', ['bo']],
    ['meme', []],
  ] as const) {
    const { body, headers } = await owner.get(`/api/ads/people?${queryOf({ q })}`)
    expect([q, body.map((one: { name: string }) => one.name)]).toEqual([q, names])
    expect(headers.get('x-total-count')).toBe(String(names.length))
  }
})

ordinaryTest('why no ad is known is told of each person', async () => {
  let now = new Date('2026-09-01T10:00:00Z')
  const product = await productAt(() => now)
  const owner = await product.owner()
  const lead = async (name: string, first: object | null) => {
    const browser = product.browser()
    if (first) await browser.post('/api/visitors/page-view', { path: '/meme', ...first })
    now = new Date(now.getTime() + 60_000)
    await browser.post('/api/capture-lead', {
      name,
      email: `${name}@example.com`,
      phone: '+12025550143',
      page: '/meme',
    })
  }
  await lead('direct', {})
  await lead('link', { referrer: 'https://l.facebook.com/' })
  await lead('click', { fbclid: 'IwY2xjaw' })
  await lead('blocked', null)
  await lead('unfilled', { utm_source: '{{site_source_name}}', utm_campaign: '{{campaign.name}}' })
  const { rows } = await readAds(owner, {})
  expect(rows).toEqual([])
  const { body } = await owner.get(`/api/ads/people?${queryOf({ key: 'unattributed' })}`)
  expect(
    body.map(({ name, credited }: { name: string; credited: { reason: string } }) => [name, credited.reason]),
  ).toEqual([
    ['unfilled', 'no-parameters'],
    ['blocked', 'blocked'],
    ['click', 'no-parameters'],
    ['link', 'no-parameters'],
    ['direct', 'direct'],
  ])
  const visitors = (await owner.get(`/api/ads/visitors?${queryOf({ key: 'unattributed' })}`)).body
  expect(
    visitors.map(({ name, credited }: { name: string; credited: { reason: string } }) => [
      name,
      credited.reason,
    ]),
  ).toEqual([
    ['unfilled', 'no-parameters'],
    ['blocked', 'blocked'],
    ['click', 'no-parameters'],
    ['link', 'no-parameters'],
    ['direct', 'direct'],
  ])
  const [clicker] = await product.query("select person_id from leads where email = 'click@example.com'")
  const credit = await owner.get(`/api/ads/credit/${clicker?.person_id}`)
  expect(credit.body).toMatchObject([
    {
      email: 'click@example.com',
      first: { key: 'unattributed', reason: 'no-parameters' },
      last: { reason: 'no-parameters', page: '/meme' },
    },
  ])
  expect((await owner.get('/api/ads/credit/nobody')).body).toEqual([])
  expect((await product.browser().get(`/api/ads/credit/${clicker?.person_id}`)).status).toBe(401)
  expect((await product.browser().get('/api/ads/visitors')).status).toBe(401)
})

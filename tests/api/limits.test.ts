import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { expectRefusal } from './expect-refusal.ts'
import { goodBodies } from './public-writes.ts'

// Two processes on one database, behind one proxy, at a time that tests set.
let first: RunningProduct
let second: RunningProduct
let now = new Date('2026-11-21T10:00:05Z')
const clock = { now: () => now }
const secret = 'a secret of more than thirty-two characters'

beforeAll(async () => {
  const environment = { TRUST_PROXY: '1', SECRET: secret }
  first = await runProduct({ clock, environment })
  second = await runProduct({ clock, environment, databaseUrl: first.databaseUrl })
})
afterAll(async () => {
  await second?.end()
  await first?.end()
})

const from = (product: RunningProduct, address: string) =>
  product.browser(undefined, { 'x-forwarded-for': address })

test('captures from one public address are limited across processes, with the wait, and only from there', async () => {
  const statuses: number[] = []
  for (let call = 0; call < 64; call += 1) {
    const product = call % 2 ? first : second
    const answer = await from(product, '8.8.4.4').post('/api/capture-lead', {
      name: 'Ada',
      email: `ada${call}@example.com`,
      phone: '2025550143',
    })
    statuses.push(answer.status)
    if (answer.status === 200) continue
    expectRefusal(answer, `call ${call}`, 429)
    expect(Number(answer.headers.get('retry-after'))).toBe(55)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.slice(60)).toEqual([429, 429, 429, 429])
  const elsewhere = await from(first, '8.8.4.5').post('/api/capture-lead', {
    name: 'Bo',
    email: 'bo@example.com',
    phone: '2025550143',
  })
  expect(elsewhere.status).toBe(200)

  now = new Date(now.getTime() + 55_000)
  const later = await from(second, '8.8.4.4').post('/api/leads/by-fingerprint', {})
  expect(later.status).toBe(200)
})

test('a /64 of IPv6 is one address for every limit, and its neighbour another', async () => {
  const statuses: number[] = []
  for (let call = 0; call < 90; call += 1) {
    const browser = from(call % 2 ? first : second, `2a00:1450:4001:81b:${call}::${call}`)
    statuses.push((await browser.post('/api/leads/by-fingerprint', {})).status)
  }
  expect(statuses).toEqual([...Array(60).fill(200), ...Array(30).fill(429)])
  for (const address of ['2a00:1450:4001:81c::1', '::ffff:8.8.7.1'])
    expect((await from(first, address).post('/api/leads/by-fingerprint', {})).status).toBe(200)

  const calls = { ...goodBodies, '/api/visitors/hand-off': { to: '/freetraining' } }
  for (const [path, body] of Object.entries(calls))
    await from(first, '2a00:1450:4001:81d::1').post(path, body)
  await from(first, '2a00:1450:4001:81d::1').post('/api/analytics/verify-password', { password: 'a guess' })
  const counted = async () =>
    (
      await first.query(`select key from rate_limits where key like '% address %'
      union select key from login_failures where key like '%address %'`)
    ).map(({ key }) => String(key))
  await waitFor('tracking calls to be counted', async () =>
    (await counted()).some((key) => key.startsWith('tracking') && key.includes('81d')),
  )
  const keys = (await counted()).filter((key) => key.includes('81d'))
  expect(new Set(keys.map((key) => key.replace(/.*address /, '')))).toEqual(
    new Set(['2a00:1450:4001:81d::/64']),
  )
  expect(keys.length).toBeGreaterThanOrEqual(4)
})

test('one browser’s calls are limited wherever its address moves', async () => {
  const browser = from(first, '9.9.9.1')
  await browser.post('/api/visitors/track', { path: '/' })
  const cookie = browser.cookies.get('leadline_visitor') ?? ''
  const statuses: number[] = []
  for (let call = 0; call < 62; call += 1) {
    const moved = from(call % 2 ? first : second, `9.9.10.${call}`)
    moved.cookies.set('leadline_visitor', cookie)
    statuses.push((await moved.post('/api/leads/by-fingerprint', {})).status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})

test('visitors behind one private address are not limited together', async () => {
  for (let call = 0; call < 70; call += 1)
    expect(
      (
        await first
          .browser(undefined, { 'x-forwarded-for': '10.0.0.7' })
          .post('/api/leads/by-fingerprint', {})
      ).status,
    ).toBe(200)
})

const guess = (product: RunningProduct, address: string, password = 'a wrong guess') =>
  from(product, address).post('/api/analytics/verify-password', { password })

test('wrong passwords lock an address out, longer each time, in every process, the right one included', async () => {
  const waits: number[] = []
  for (let round = 0; round < 9; round += 1) {
    const answer = await guess(round % 2 ? first : second, '7.7.7.7')
    expectRefusal(answer, `guess ${round}`, 401)
    expect(answer.body).toEqual({ error: 'Incorrect password' })
    if (round < 4) continue
    for (const product of [first, second]) {
      const locked = await guess(product, '7.7.7.7', ownerPassword)
      expectRefusal(locked, `locked after ${round}`, 429)
      if (product === first) waits.push(Number(locked.headers.get('retry-after')))
    }
    now = new Date(now.getTime() + (waits.at(-1) ?? 0) * 1000)
  }
  expect(waits.length).toBeGreaterThan(3)
  for (const [index, wait] of waits.entries())
    expect(wait).toBeGreaterThan(index === 0 ? 4 : (waits[index - 1] ?? 0))
  expect((await guess(first, '7.7.7.8', ownerPassword)).status).toBe(200)
})

test('many guesses at the same moment are not more guesses than one after the other', async () => {
  now = new Date(now.getTime() + 2 * 3_600_000)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => guess(index % 2 ? first : second, '6.6.6.6')),
  )
  const checked = answers.filter(({ status }) => status === 401).length
  expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
  expect(checked).toBeLessThanOrEqual(6)
})

test('guesses from many addresses lock everyone out for a while', async () => {
  now = new Date(now.getTime() + 2 * 3_600_000)
  let checked = 0
  for (let call = 0; call < 60; call += 1) {
    const { status } = await guess(first, `5.5.5.${call}`)
    if (status === 401) checked += 1
  }
  expect(checked).toBeLessThan(45)
  const locked = await guess(second, '4.4.4.4')
  expectRefusal(locked, 'everyone', 429)
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
})

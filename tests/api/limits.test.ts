import { afterAll, beforeAll, expect } from 'vitest'
import { storedKeys } from '#server/platform/rate-limit.ts'
import { waitFor } from '#support/eventually.ts'
import { goodBodies } from '#support/public-writes.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

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

ordinaryTest(
  'captures from one public address are limited across processes, with the wait, and only from there',
  async () => {
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
  },
)

thoroughTest(
  'forms are taken from a full hall, however many open the page there in the same minute',
  async () => {
    now = new Date(now.getTime() + 60_000)
    for (let call = 0; call < 60; call += 1)
      await from(call % 2 ? first : second, '8.8.6.6').post('/api/leads/by-fingerprint', {})
    const statuses: number[] = []
    for (let guest = 0; guest < 60; guest += 1) {
      const browser = from(guest % 2 ? first : second, '8.8.6.6')
      const lead = { name: 'Ada', email: `guest${guest}@example.com`, phone: '2025550143' }
      statuses.push((await browser.post('/api/capture-lead', lead)).status)
      await browser.post('/api/analytics/capture-with-visitor', lead)
    }
    expect(statuses).toEqual(Array(60).fill(200))
    now = new Date(now.getTime() + 60_000)
  },
)

thoroughTest(
  'an application counts from a full hall, however many watch there in the same minute',
  async () => {
    const statuses: number[] = []
    for (let viewer = 0; viewer < 130; viewer += 1) {
      const steps = { media: 'abcde12345', steps: [0, 1, 2, 3, 4, 5], position: 30 }
      const viewing = from(viewer % 2 ? first : second, '8.8.6.7')
      statuses.push((await viewing.post('/api/visitors/watch-progress', steps)).status)
    }
    expect(statuses).toEqual(Array(130).fill(200))
    const applicant = from(first, '8.8.6.7')
    const applied = await applicant.post('/api/leads/application-confirmation', { page: '/thankyoucallc' })
    expect(applied.status).toBe(200)
    now = new Date(now.getTime() + 60_000)
  },
)

thoroughTest('a /64 of IPv6 is one address for every limit, and its neighbour another', async () => {
  const statuses: number[] = []
  for (let call = 0; call < 90; call += 1) {
    const browser = from(call % 2 ? first : second, `2a00:1450:4001:81b:${call}::${call}`)
    statuses.push((await browser.post('/api/leads/by-fingerprint', {})).status)
  }
  expect(statuses).toEqual([...Array(60).fill(200), ...Array(30).fill(429)])
  for (const address of ['2a00:1450:4001:81c::1', '::ffff:8.8.7.1'])
    expect((await from(first, address).post('/api/leads/by-fingerprint', {})).status).toBe(200)

  // Limits keep whom they count as a hash, a lock-out keeps the network by name.
  const counted = async () =>
    (
      await first.query(`select key from rate_limits where key like '%address %'
      union select key from login_failures where key like '%address %'`)
    ).map(({ key }) => String(key))
  const before = new Set(await counted())
  const calls = { ...goodBodies, '/api/visitors/hand-off': { to: '/freetraining' } }
  for (const [path, body] of Object.entries(calls))
    await from(first, '2a00:1450:4001:81d::1').post(path, body)
  await from(first, '2a00:1450:4001:81d::1').post('/api/analytics/verify-password', { password: 'a guess' })
  const network = '2a00:1450:4001:81d::/64'
  const hash = storedKeys(secret)(`address ${network}`).replace('address ', '')
  await waitFor('tracking calls to be counted', async () =>
    (await counted()).includes(`tracking address ${hash}`),
  )
  const keys = (await counted()).filter((key) => !before.has(key))
  expect(new Set(keys.map((key) => key.replace(/.*address /, '')))).toEqual(new Set([network, hash]))
  expect(keys.length).toBeGreaterThanOrEqual(4)
})

ordinaryTest('one browser’s calls are limited wherever its address moves', async () => {
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

ordinaryTest('visitors behind one private address are not limited together', async () => {
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

ordinaryTest(
  'wrong passwords lock an address out, longer each time, in every process, the right one included',
  async () => {
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
  },
)

ordinaryTest('what locked an address out while the clock was a year ahead keeps nobody out', async () => {
  const right = now
  now = new Date(right.getTime() + 365 * 86_400_000)
  for (let round = 0; round < 5; round += 1) await guess(first, '7.7.6.1')
  expectRefusal(await guess(first, '7.7.6.1', ownerPassword), 'a year ahead', 429)
  now = right
  expect((await guess(second, '7.7.6.1', ownerPassword)).status).toBe(200)
})

ordinaryTest('many guesses at the same moment are not more guesses than one after the other', async () => {
  now = new Date(now.getTime() + 2 * 3_600_000)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => guess(index % 2 ? first : second, '6.6.6.6')),
  )
  const checked = answers.filter(({ status }) => status === 401).length
  expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
  expect(checked).toBeLessThanOrEqual(6)
})

thoroughTest('guesses from many addresses leave each address fewer, and lock no clean one out', async () => {
  now = new Date(now.getTime() + 2 * 3_600_000)
  for (let call = 0; call < 60; call += 1)
    expect((await guess(call % 2 ? first : second, `5.5.5.${call}`)).status).toBe(401)
  const statuses: number[] = []
  for (let call = 0; call < 4; call += 1) statuses.push((await guess(second, '5.5.5.59')).status)
  expect(statuses).toEqual([401, 401, 429, 429])
  const locked = await guess(first, '5.5.5.59', ownerPassword)
  expectRefusal(locked, 'an address that guessed', 429)
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(30)
  expect((await guess(second, '4.4.4.4', ownerPassword)).status).toBe(200)
})

const wrongOnes = async (address: (call: number) => string) => {
  const statuses: number[] = []
  for (let call = 0; call < 120; call += 1)
    statuses.push((await guess(call % 2 ? first : second, address(call))).status)
  return statuses
}
const signIn = (browser: TestBrowser) =>
  browser.post('/api/analytics/verify-password', { password: ownerPassword })

thoroughTest(
  '120 wrong passwords from one network are nearly all refused, and shut nobody else out',
  async () => {
    now = new Date(now.getTime() + 2 * 3_600_000)
    const laptop = from(first, '2a02:810a:1:1::7')
    expect((await signIn(laptop)).status).toBe(200)
    await laptop.post('/api/analytics/logout', {})
    const statuses = await wrongOnes((call) => `2a02:810a:1:1::${call + 100}`)
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(5)
    // The very network that guesses: a stranger there waits, the browser that was in before does not.
    expect((await signIn(from(second, '2a02:810a:1:1::8'))).status).toBe(429)
    expect((await signIn(laptop)).status).toBe(200)
    expect((await signIn(from(second, '2a02:810a:1:2::8'))).status).toBe(200)
  },
)

thoroughTest(
  'guesses that come from everywhere at once are checked a few at a time, and the rest count as none',
  async () => {
    now = new Date(now.getTime() + 2 * 3_600_000)
    const laptop = from(first, '2a02:810a:6:1::7')
    expect((await signIn(laptop)).status).toBe(200)
    await laptop.post('/api/analytics/logout', {})
    const addresses = Array.from({ length: 120 }, (_, index) => `3.3.3.${index}`)
    const [answers, own] = await Promise.all([
      Promise.all(addresses.map((address) => guess(first, address))),
      // A busy machine may send the owner away for a moment, too.
      waitFor('an answer to signing in', async () => {
        const answer = await signIn(laptop)
        return answer.status !== 503 && answer
      }),
    ])
    expect(own.status).toBe(200)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]))
    for (const answer of answers) {
      if (answer.status !== 503) continue
      expectRefusal(answer, 'one too many', 503)
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    const uncounted = await first.query(
      "select key from login_failures where key like 'address 3.3.3.%' and failures = 0",
    )
    expect(uncounted.length).toBeGreaterThan(0)
    const address = uncounted[0]?.key.replace('address ', '')
    expect((await guess(first, address, ownerPassword)).status).toBe(200)
  },
)

thoroughTest(
  'a stranger’s guesses never lock the change of the password, and a new password ends what was known of the old',
  async () => {
    now = new Date(now.getTime() + 2 * 3_600_000)
    const [laptop, phone] = [from(first, '2a02:810a:2:1::7'), from(first, '2a02:810a:2:1::9')]
    for (const browser of [laptop, phone]) expect((await signIn(browser)).status).toBe(200)
    await wrongOnes((call) => `2a02:810a:2:1::${call + 100}`)
    const change = (browser: TestBrowser, oldPassword: string, newPassword: string) =>
      browser.post('/api/analytics/password', { oldPassword, newPassword })
    expect((await change(laptop, 'not the old one', 'another for tests')).status).toBe(422)
    expect((await change(laptop, ownerPassword, 'another for tests')).status).toBe(200)
    expect((await signIn(phone)).status).toBe(401)
    for (let call = 0; call < 4; call += 1) await signIn(phone)
    expect((await signIn(phone)).status).toBe(429)
    expect((await change(laptop, 'another for tests', ownerPassword)).status).toBe(200)
    expect((await laptop.get('/api/analytics/session')).status).toBe(200)
  },
)

ordinaryTest('whoever holds a session guesses the old password no more often than a stranger', async () => {
  now = new Date(now.getTime() + 2 * 3_600_000)
  const thief = from(first, '2a02:810a:3:1::7')
  expect((await signIn(thief)).status).toBe(200)
  const statuses: number[] = []
  for (let call = 0; call < 20; call += 1) {
    const moved = from(call % 2 ? first : second, `2a02:810a:4:${call}::1`)
    for (const [name, value] of thief.cookies) moved.cookies.set(name, value)
    const guessed = { oldPassword: `guess ${call}`, newPassword: 'another for tests' }
    statuses.push((await moved.post('/api/analytics/password', guessed)).status)
  }
  expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(5)
})

ordinaryTest(
  'the mark of a known browser is signed, and neither scripts nor other sites get at it',
  async () => {
    now = new Date(now.getTime() + 2 * 3_600_000)
    const laptop = from(first, '2a02:810a:5:1::7')
    const line = (await signIn(laptop)).headers
      .getSetCookie()
      .find((each) => each.startsWith('leadline_device='))
    for (const attribute of [/; HttpOnly/, /; SameSite=Strict/, /; Max-Age=34560000/])
      expect(line).toMatch(attribute)
    const forged = from(first, '2a02:810a:5:1::8')
    const [id = ''] = (laptop.cookies.get('leadline_device') ?? '').split('.')
    forged.cookies.set('leadline_device', `${id}.${'A'.repeat(43)}`)
    await wrongOnes((call) => `2a02:810a:5:1::${call + 100}`)
    expect((await signIn(forged)).status).toBe(429)
    expect((await signIn(laptop)).status).toBe(200)
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { Answer } from '#support/test-browser.ts'

let product: RunningProduct
let now = new Date('2026-11-18T18:00:00Z')
beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now }, environment: { TRUST_PROXY: '1' } })
})
afterAll(() => product?.end())

const post = (address: string, email = 'no address'): Promise<Answer> =>
  product.browser(undefined, { 'x-forwarded-for': address }).send('POST', '/api/capture-lead', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ name: 'Ada <b>', email, phone: '2025550143', page: '/meme' }).toString(),
  })
const isDrawn = ({ text }: Answer) => text.includes('<form')

test('wrong posts of a form are limited like right ones, and only a few pages are drawn for them', async () => {
  const answers: Answer[] = []
  for (let call = 0; call < 70; call += 1) answers.push(await post('8.8.4.4'))
  expect(answers.map(({ status }) => status)).toEqual([...Array(60).fill(422), ...Array(10).fill(429)])
  expect(answers.filter(isDrawn)).toHaveLength(20)
  expect(answers.slice(0, 20).every(isDrawn)).toBe(true)
  const [short, refused] = [answers[30], answers[65]]
  expect(short?.text).toMatch(/<li>[A-Z][^<]*email[^<]*\.<\/li>/i)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  for (const answer of [short, refused]) {
    expect(answer?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer?.headers.get('cache-control')).toBe('no-store')
    expect(answer?.text.length).toBeLessThan(1500)
  }
})

test('where all visitors are one address, as behind a proxy that is not named, pages are still drawn for a few only', async () => {
  now = new Date(now.getTime() + 3_600_000)
  const answers: Answer[] = []
  for (let call = 0; call < 70; call += 1) answers.push(await post('10.0.0.7'))
  expect(answers.every(({ status }) => status === 422)).toBe(true)
  expect(answers.filter(isDrawn)).toHaveLength(20)
  now = new Date(now.getTime() + 1000)
  expect([await post('10.0.0.7'), await post('10.0.0.7'), await post('10.0.0.7')].map(isDrawn)).toEqual([
    true,
    true,
    false,
  ])
  // Whoever types everything right is not kept out by it.
  expect((await post('10.0.0.7', 'ada@example.com')).status).toBe(303)
})

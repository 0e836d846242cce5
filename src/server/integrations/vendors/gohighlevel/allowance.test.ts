import { beforeEach, expect, test } from 'vitest'
import { type Allowance, createAllowance } from './allowance.ts'

let now = 0
let allowance: Allowance

beforeEach(() => {
  now = 1_000_000
  allowance = createAllowance(
    () => new Date(now),
    () => 0,
  )
})

const says = (left: number, max = 100) =>
  new Headers({
    'x-ratelimit-max': String(max),
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-interval-milliseconds': '10000',
  })
const refusedFor = (retryAfterMs: number) =>
  expect.objectContaining({ kind: 'rate-limited', retryable: true, retryAfterMs })

test('calls are held back until the pause is over', () => {
  expect(() => allowance.check()).not.toThrow()
  allowance.learn(429, says(0))
  now += 4000
  expect(() => allowance.check()).toThrow(refusedFor(6000))
  expect(() => allowance.begin(1)).toThrow(refusedFor(6000))
  now += 6000
  expect(() => allowance.check()).not.toThrow()
})

test('a task begins only when its calls are left beside those of the tasks under way', () => {
  allowance.learn(200, says(9))
  const end = allowance.begin(4)
  const endOther = allowance.begin(4)
  now += 3000
  expect(() => allowance.begin(4)).toThrow(refusedFor(7000))
  end()
  end()
  expect(() => allowance.begin(4)).not.toThrow()
  expect(() => allowance.begin(4)).toThrow(refusedFor(7000))
  endOther()
  expect(() => allowance.begin(4)).not.toThrow()
})

test('a new interval brings the whole allowance back', () => {
  allowance.learn(200, says(1, 8))
  allowance.begin(4)
  expect(() => allowance.begin(4)).toThrow()
  now += 10_000
  expect(() => allowance.begin(4)).not.toThrow()
  expect(() => allowance.begin(4)).toThrow(refusedFor(10_000))
})

test('a lone task always begins, even under an allowance smaller than its calls', () => {
  allowance.learn(200, says(1, 2))
  expect(() => allowance.begin(4)).not.toThrow()
})

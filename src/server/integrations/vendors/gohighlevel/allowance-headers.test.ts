import { expect, test } from 'vitest'
import { pauseAfter, readAllowance } from './allowance-headers.ts'

const left = 'x-ratelimit-remaining'
const interval = 'x-ratelimit-interval-milliseconds'
const today = 'x-ratelimit-daily-remaining'

test.each([
  ['plenty left', 200, { [left]: '57', [interval]: '10000' }, 0, 0],
  ['no headers at all', 200, {}, 0, 0],
  ['the last call of the interval', 200, { [left]: '0', [interval]: '10000' }, 0, 10_000],
  ['429 with an interval', 429, { [interval]: '4000' }, 0, 4000],
  ['429 with an interval, spread', 429, { [interval]: '4000' }, 0.5, 4400],
  ['429 without headers', 429, {}, 0, 10_000],
  ['429 with nonsense in the headers', 429, { [interval]: 'soon' }, 0, 10_000],
  ['429 with a long interval stays within 30 s', 429, { [interval]: '600000' }, 1, 30_000],
  ['429 that names its own wait', 429, { 'retry-after': '3', [interval]: '10000' }, 0, 3000],
  ['nothing left for the day', 200, { [today]: '0', [left]: '57' }, 0, 3_600_000],
])('%s', (_name, status, headers, random, pause) => {
  expect(pauseAfter(status, readAllowance(new Headers(headers)), () => random)).toBe(pause)
})

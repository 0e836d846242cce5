import { expect, it } from 'vitest'
import { typedRate } from './typed-rate.ts'

it.each([
  ['1.08', 1.08],
  ['1,08', 1.08],
  ['0,0067', 0.0067],
  ['0,925', 0.925],
  ['1.0853', 1.0853],
  ['25000', 25_000],
  ['25 000', 25_000],
  ['25,000.5', 25_000.5],
  ['25.000,5', 25_000.5],
  ['1,234,567', 1_234_567],
  // 25 or 25 thousand dong for a dollar: only its owner knows.
  ['25,000', 'unclear'],
  ['1,400', 'unclear'],
  ['', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1e5', undefined],
  ['1.2.3', undefined],
])('%s is %s', (typed, rate) => {
  expect(typedRate(typed)).toBe(rate)
})

import { expect, test } from 'vitest'
import { firstReported, inHalves } from './days-to-read.ts'

test.each([
  ['2026-11-18', '2023-10-19'],
  ['2027-01-05', '2023-12-06'],
  ['2027-03-01', '2024-02-02'],
  ['2027-03-31', '2024-03-03'],
])('on %s the first day that is asked for lies within 37 months: %s', (today, first) => {
  expect(firstReported(today)).toBe(first)
})

test('of a stretch of days the first half comes before the second, and one day is none of two', () => {
  const rest = { from: '2026-01-01', to: '2026-01-09' }
  expect(inHalves([{ from: '2026-02-27', to: '2026-03-01' }, rest])).toEqual([
    { from: '2026-02-27', to: '2026-02-27' },
    { from: '2026-02-28', to: '2026-03-01' },
    rest,
  ])
  expect(inHalves([{ from: '2026-02-27', to: '2026-02-27' }, rest])).toBeUndefined()
})

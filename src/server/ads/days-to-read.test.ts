import { expect, test } from 'vitest'
import { daysOfNight, firstReported, inHalves, without } from './days-to-read.ts'

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

test('a night reads the last days, and after nights without reading those that had not settled by then', () => {
  const last = { from: '2026-11-11', to: '2026-11-18' }
  for (const night of [null, '2026-11-17', '2026-11-18', '2026-11-19'])
    expect(daysOfNight('2026-11-18', night)).toEqual([last])
  expect(daysOfNight('2026-11-18', '2026-11-16')).toEqual([last, { from: '2026-11-10', to: '2026-11-10' }])
  expect(daysOfNight('2026-11-18', '2026-10-10')).toEqual([
    last,
    { from: '2026-10-12', to: '2026-11-10' },
    { from: '2026-10-04', to: '2026-10-11' },
  ])
})

test('a night asks for no day that is told no more', () => {
  const days = daysOfNight('2026-11-18', '2020-01-01')
  expect(days.at(-1)?.from).toBe(firstReported('2026-11-18'))
  expect(days).toHaveLength(39)
})

test('days are taken out of the stretches that they lie in, whole or in part', () => {
  const stretch = { from: '2026-02-26', to: '2026-03-02' }
  const day = (day: string) => ({ from: day, to: day })
  expect(without([day('2026-02-28'), stretch, day('2026-02-28')], day('2026-02-28'))).toEqual([
    { from: '2026-02-26', to: '2026-02-27' },
    { from: '2026-03-01', to: '2026-03-02' },
  ])
  expect(without([stretch], { from: '2026-01-01', to: '2026-03-01' })).toEqual([day('2026-03-02')])
  expect(without([stretch], { from: '2026-02-27', to: '2026-04-01' })).toEqual([day('2026-02-26')])
  expect(without([stretch], stretch)).toEqual([])
  for (const other of [day('2026-02-25'), day('2026-03-03')])
    expect(without([stretch], other)).toEqual([stretch])
})

import { expect, test } from 'vitest'
import { retained } from './retained.ts'

const nightly = (days: number) =>
  Array.from({ length: days }, (_, index) => ({
    started_at: new Date(Date.UTC(2026, 10, 23, 3, 10) - index * 86_400_000),
  }))

test('of two years of nights seven days, four weeks and twelve months stay, each by its newest', () => {
  const days = [...retained(nightly(730))]
    .map(({ started_at }) => started_at.toISOString().slice(0, 10))
    .sort()
  expect(days).toEqual([
    ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
    ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-08', '2026-11-15'],
    ...['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'],
  ])
})

test('of one day only the newest stays, and nothing of few is given away', () => {
  const [first, second] = [8, 20].map((hour) => ({ started_at: new Date(Date.UTC(2026, 10, 23, hour)) }))
  if (!first || !second) throw new Error('two were made')
  expect([...retained([first, second])]).toEqual([second])
  expect(retained(nightly(5)).size).toBe(5)
  expect(retained([]).size).toBe(0)
})

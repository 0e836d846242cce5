import { expect, test } from 'vitest'
import { dueAt, type Measured, onLine, onPower, type Setting, standingAt, stepsAt } from './growth.part.ts'

const GB = 1e9
const setting: Setting = {
  peak: 5,
  processors: 2,
  memoryBytes: 4 * GB,
  largest: { processors: 10, memoryBytes: 100 * GB, diskBytes: 1000 * GB },
  keptMonths: 10,
  connections: { perProcess: 20, atMost: 90 },
}
// A page view takes 400 bytes, and 100 beside it that stay; a flat question and one that grows with the root of the size.
const measured: [Measured, Measured] = [
  {
    pageViews: 10_000,
    bytes: { page_views: 4_000_000, visitors: 1_000_000 },
    questions: { flat: 5, rising: 1 },
  },
  {
    pageViews: 1_000_000,
    bytes: { page_views: 400_000_000, visitors: 100_000_000 },
    questions: { flat: 5, rising: 10 },
  },
]
const costs = { server: 100, engine: 150, counting: 50 }

test('a line and a power law go through what was measured, and never below', () => {
  expect(onLine([1, 10], [2, 20], 5)).toBe(50)
  expect(onLine([1, 10], [2, 5], 100)).toBe(0)
  expect(onPower([100, 1], [10_000, 10], 1_000_000)).toBeCloseTo(100)
  expect(onPower([100, 4], [10_000, 2], 1_000_000)).toBe(2)
  // Not more than the square, however steep it was between two noisy figures.
  expect(onPower([1, 1], [2, 1000], 4)).toBe(4000)
})

test('page views go with their month, all else stays', () => {
  const at = standingAt(measured, costs, setting, { total: 1e9, perDay: 1_000_000 })
  // 304 million of a billion are kept, 30.4 million are this month's.
  expect(at.bytes).toBeCloseTo(304e6 * 400 + 1e9 * 100, -3)
  expect(at.hotBytes).toBeCloseTo(30.4e6 * 400 + 1e9 * 100, -3)
  // 57.9 page views in the busiest second.
  expect(at.serverProcessors).toBeCloseTo(0.005787, 5)
  expect(at.engineProcessors).toBeCloseTo(0.011574, 5)
  expect(at.slowest).toEqual({ name: 'rising', ms: expect.closeTo(316.2, 1) })
})

test('each step is due where its figure says so, and says which', () => {
  const idle = { bytes: 0, hotBytes: 0, serverProcessors: 0, engineProcessors: 0, processes: 1 }
  const quick = { ...idle, slowest: { name: 'any', ms: 1 } }
  expect(dueAt(quick, setting)).toEqual([])
  const stepsOf = (change: object) => dueAt({ ...quick, ...change }, setting).map(({ step }) => step)
  expect(stepsOf({ engineProcessors: 1.5 })).toEqual(['a server of its own'])
  expect(stepsOf({ serverProcessors: 1, processes: 2 })).toEqual(['several processes'])
  expect(stepsOf({ processes: 5 })).toEqual(['several processes', 'PgBouncer'])
  expect(stepsOf({ hotBytes: 3 * GB })).toEqual(['more memory'])
  expect(stepsOf({ slowest: { name: 'any', ms: 76 } })).toEqual(['a replica'])
  expect(stepsOf({ bytes: 701 * GB })).toEqual(['sharding'])
  expect(stepsOf({ hotBytes: 71 * GB })).toEqual(['more memory', 'sharding'])
  expect(stepsOf({ engineProcessors: 7.1 })).toEqual(['a server of its own', 'sharding'])
})

test('the first size at which a step is due is told, and the same figures tell the same', () => {
  const asked = { sizes: [1e6, 1e7, 1e8, 1e9], perDay: 100_000 }
  const told = stepsAt(measured, costs, setting, asked)
  expect(told.find(({ step }) => step === 'a replica')).toEqual({
    step: 'a replica',
    from: 1e8,
    why: '"rising" takes 100 ms (median)',
  })
  expect(told.find(({ step }) => step === 'more memory')?.from).toBe(1e8)
  expect(told.find(({ step }) => step === 'PgBouncer')?.from).toBeNull()
  expect(stepsAt(measured, costs, setting, asked)).toEqual(told)
})

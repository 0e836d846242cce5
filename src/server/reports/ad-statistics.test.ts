import { describe, expect, it } from 'vitest'
import { costOf, garwood, isTooEarly, shrunkCosts, wilson } from './ad-statistics.ts'

describe('the range of a share', () => {
  it.each([
    [0, 5, 0, 0.4345],
    [0, 10, 0, 0.2775],
    [1, 10, 0.0179, 0.4042],
    [3, 8, 0.1368, 0.6943],
    [5, 5, 0.5655, 1],
    [12, 40, 0.1807, 0.4543],
    [42, 380, 0.0828, 0.146],
    [310, 4100, 0.0679, 0.0841],
  ])('%i of %i lies between %f and %f', (part, whole, low, high) => {
    const range = wilson(part, whole)
    expect(range?.value).toBe(part / whole)
    expect(range?.low).toBeCloseTo(low, 4)
    expect(range?.high).toBeCloseTo(high, 4)
  })

  it('of nothing is none', () => expect(wilson(0, 0)).toBeNull())
})

describe('the range of a count', () => {
  it.each([
    [0, 0, Math.LN10],
    [1, 0.1054, 3.89],
    [2, 0.5318, 5.322],
    [3, 1.102, 6.681],
    [5, 2.433, 9.275],
    [8, 4.656, 12.995],
    [10, 6.221, 15.407],
    [20, 14.525, 27.045],
    [50, 41.179, 60.339],
  ])('of %i is %f to %f', (count, low, high) => {
    const range = garwood(count)
    expect(range.low).toBeCloseTo(low, count === 1 || count === 2 ? 4 : 3)
    expect(range.high).toBeCloseTo(high, 3)
  })

  it('goes on without a step where the exact bounds end', () => {
    const [before, after] = [garwood(100), garwood(101)]
    expect(after.low - before.low).toBeGreaterThan(0.93)
    expect(after.low - before.low).toBeLessThan(0.95)
    expect(after.high - before.high).toBeGreaterThan(1)
    expect(after.high - before.high).toBeLessThan(1.07)
  })
})

describe('what a result cost', () => {
  it.each([
    [900, 3, 300, 135, 817],
    [900, 0, null, 391, null],
    [2400, 8, 300, 185, 515],
    [5000, 20, 250, 185, 344],
  ])('$%i for %i', (amount, results, value, low, high) => {
    const cost = costOf({ amount, currency: 'USD' }, results)
    expect(cost.value).toBe(value)
    expect(Math.round(cost.low)).toBe(low)
    expect(cost.high === null ? null : Math.round(cost.high)).toBe(high)
  })
})

describe('two costs', () => {
  const row = (amount: number, results: number) => ({
    cost: costOf({ amount, currency: 'USD' }, results),
    results,
  })

  it('are too early to compare while few came of both and their ranges overlap', () => {
    expect(isTooEarly(row(900, 3), row(900, 5))).toBe(true)
    expect(isTooEarly(row(900, 0), row(900, 1))).toBe(true)
    expect(isTooEarly(row(900, 1), row(900, 0))).toBe(true)
  })

  it('can be compared when one has ten results, or their ranges lie apart', () => {
    expect(isTooEarly(row(900, 3), row(5000, 20))).toBe(false)
    expect(isTooEarly(row(100, 8), row(9000, 2))).toBe(false)
  })
})

describe('the order of costs', () => {
  it('draws few results toward the mean, and leaves many nearly where they are', () => {
    const [lucky = 0, proven = 0, dear = 0] = shrunkCosts([
      { spend: 100, results: 1 },
      { spend: 15_000, results: 100 },
      { spend: 30_000, results: 50 },
    ])
    expect(lucky).toBeGreaterThan(100)
    expect(proven).toBeGreaterThan(150)
    expect(proven).toBeLessThan(160)
    expect(dear).toBeGreaterThan(proven)
    expect(proven).toBeLessThan(lucky)
  })

  it('says nothing of rows that differ no more than chance would have it', () => {
    expect(
      new Set(
        shrunkCosts([
          { spend: 100, results: 2 },
          { spend: 100, results: 2 },
        ]),
      ).size,
    ).toBe(1)
    expect(shrunkCosts([{ spend: 0, results: 3 }])).toEqual([Number.POSITIVE_INFINITY])
  })
})

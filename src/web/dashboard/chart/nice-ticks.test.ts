import { describe, expect, it } from 'vitest'
import { niceTicks } from './nice-ticks.ts'

describe('the ticks of a value axis', () => {
  it('are few and round, and reach the highest value', () => {
    expect(niceTicks(728)).toEqual([0, 500, 1000])
    expect(niceTicks(1500)).toEqual([0, 500, 1000, 1500])
    expect(niceTicks(3)).toEqual([0, 1, 2, 3])
    expect(niceTicks(14)).toEqual([0, 5, 10, 15])
    expect(niceTicks(9_999_999)).toEqual([0, 5_000_000, 10_000_000])
  })

  it('have a top above nothing', () => {
    expect(niceTicks(0)).toEqual([0, 1])
  })
})

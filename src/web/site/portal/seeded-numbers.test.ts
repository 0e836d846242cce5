import { describe, expect, it } from 'vitest'
import { seededNumbers } from './seeded-numbers.ts'

describe('numbers of a title', () => {
  it('are its own, always the same, from 0 up to 1', () => {
    const one = seededNumbers('Week 1 live session', 50)
    expect(one).toEqual(seededNumbers('Week 1 live session', 50))
    expect(one).not.toEqual(seededNumbers('Week 2 live session', 50))
    expect(Math.min(...one)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...one)).toBeLessThan(1)
    expect(new Set(one).size).toBe(50)
  })
})

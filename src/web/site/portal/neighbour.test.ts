import { describe, expect, it } from 'vitest'
import { neighbour } from './neighbour.ts'

describe('previous and next', () => {
  it.each([
    ['the next in the middle', 1, 4, 1, true, 2],
    ['the one before in the middle', 2, 5, -1, false, 1],
    ['the first after the last where weeks go round', 3, 4, 1, true, 0],
    ['the last before the first where weeks go round', 0, 4, -1, true, 3],
    ['nothing after the last where they stop', 4, 5, 1, false, undefined],
    ['nothing before the first where they stop', 0, 5, -1, false, undefined],
    ['nothing beside the only one', 0, 1, 1, true, undefined],
    ['nothing in an empty week', 0, 0, -1, true, undefined],
  ] as const)('give %s', (_what, index, count, step, wraps, expected) => {
    expect(neighbour(index, count, step, wraps)).toBe(expected)
  })
})

import { describe, expect, it } from 'vitest'
import { tabAfterKey } from './tab-after-key.ts'

describe('the keys of the week tabs', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 3, 0],
    ['ArrowLeft', 0, 3],
    ['ArrowDown', 1, 2],
    ['ArrowUp', 1, 0],
    ['Home', 2, 0],
    ['End', 1, 3],
    [' ', 2, 2],
    ['Enter', 1, undefined],
    ['a', 1, undefined],
  ])('%s on tab %d leads to %s', (key, index, expected) => {
    expect(tabAfterKey(key, index, 4)).toBe(expected)
  })
})

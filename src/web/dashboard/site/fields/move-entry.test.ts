import { expect, it } from 'vitest'
import { moveEntry } from './use-entries.ts'

it.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
])('moves entry %d to place %d', (from, to, result) => {
  expect(moveEntry(['a', 'b', 'c'], from, to)).toEqual(result)
})

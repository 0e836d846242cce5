import { expect, it } from 'vitest'
import { isSame } from './is-same.ts'

it.each([
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  ['a', 'a', true],
])('compares %j with %j: %j', (one, other, same) => {
  expect(isSame(one, other)).toBe(same)
})

import { expect, it } from 'vitest'
import { readRange } from './byte-range.ts'

it.each([
  [undefined, 'all'],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=0-1', { from: 0, to: 1 }],
  ['bytes=10-', { from: 10, to: 99 }],
  ['bytes=10-5000', { from: 10, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-5000', { from: 0, to: 99 }],
  ['bytes=99-', { from: 99, to: 99 }],
  ['bytes=100-', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=5-2', 'all'],
  ['bytes=0-1,5-6', 'all'],
  ['lines=0-1', 'all'],
  ['bytes=a-b', 'all'],
  ['bytes=99999999999999999999-', 'all'],
] as const)('%s of a hundred bytes', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected)
})

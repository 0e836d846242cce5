import { describe, expect, it } from 'vitest'
import { readableBytes, runningFor } from './sizes.ts'

describe('sizes', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [840_400, '840 kB'],
    [999_600, '1.0 MB'],
    [12_440_000, '12.4 MB'],
    [252e9, '252 GB'],
    [-3_200_000, '−3.2 MB'],
    [5e15, '5000 TB'],
  ])('%s bytes are %s', (bytes, words) => expect(readableBytes(bytes)).toBe(words))
})

describe('running for', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  it.each([
    ['2026-11-20T12:00:00Z', 'less than a minute'],
    ['2026-11-20T11:18:00Z', '42 min'],
    ['2026-11-20T10:00:00Z', '2 h'],
    ['2026-11-20T09:15:00Z', '2 h 45 min'],
    ['2026-11-19T11:00:00Z', '1 day 1 h'],
    ['2026-11-10T12:00:00Z', '10 days'],
  ])('since %s is %s', (since, words) => expect(runningFor(since, now)).toBe(words))
})

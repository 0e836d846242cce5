import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = new Date('2026-11-25T12:00:00Z')

test.each([
  ['4', 4000],
  [' 120 ', 120_000],
  ['Wed, 25 Nov 2026 12:00:30 GMT', 30_000],
  ['86400', 3_600_000],
  ['99999999999999999999', 3_600_000],
  ['Fri, 25 Nov 2099 12:00:00 GMT', 3_600_000],
  ['0', undefined],
  ['-5', undefined],
  ['Wed, 25 Nov 2026 11:00:00 GMT', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('%j asks for %j ms', (header, ms) => {
  expect(readRetryAfter(header, now)).toBe(ms)
})

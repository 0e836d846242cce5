import { expect, it } from 'vitest'
import { sinceWords } from './since-words.ts'

const now = Date.parse('2026-11-22T02:00:00Z')

it.each([
  ['2026-11-22T01:20:00Z', 'UTC', 'today 1:20 AM'],
  ['2026-11-21T18:20:00Z', 'UTC', 'yesterday 6:20 PM'],
  ['2026-11-21T18:20:00Z', 'America/Los_Angeles', 'today 10:20 AM'],
  ['2026-11-17T18:20:00Z', 'UTC', 'Nov 17, 6:20 PM'],
  ['2025-11-17T18:20:00Z', 'UTC', 'Nov 17, 2025, 6:20 PM'],
])('says %s in %s as %s', (moment, tz, words) => {
  expect(sinceWords(moment, tz, now)).toBe(words)
})

it.each([
  ['2026-03-08T02:00:00Z', 'Mar 7, 6:00 PM'],
  ['2026-03-09T03:00:00Z', 'yesterday 8:00 PM'],
])('knows %s as %s in the night after clocks went forward', (moment, words) => {
  expect(sinceWords(moment, 'America/Los_Angeles', Date.parse('2026-03-09T07:30:00Z'))).toBe(words)
})

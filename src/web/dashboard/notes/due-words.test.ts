import { expect, test } from 'vitest'
import { dayIn, dueWords } from './due-words.ts'

test.each([
  ['2026-12-31', 'today', true],
  ['2027-01-01', 'tomorrow', false],
  ['2026-12-30', 'yesterday', true],
  ['2026-12-01', '30 days ago', true],
  ['2027-01-04', 'Mon, Jan 4, 2027', false],
] as const)('what is due on %s is due %s on 31 December', (dueOn, words, isDue) => {
  expect(dueWords(dueOn, '2026-12-31')).toEqual({ words, isDue })
})

test('the day is the one where the owner is', () => {
  const now = Date.parse('2026-11-23T03:00:00Z')
  expect(dayIn('America/Los_Angeles', now)).toBe('2026-11-22')
  expect(dayIn('Asia/Tokyo', now)).toBe('2026-11-23')
})

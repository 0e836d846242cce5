import { expect, test } from 'vitest'
import { wholeYear } from './whole-year.ts'

test('a year that was typed by two digits is one of this century', () => {
  expect(wholeYear('0026-12-24')).toBe('2026-12-24')
  expect(wholeYear('2026-12-24')).toBe('2026-12-24')
  expect(wholeYear('0202-12-24')).toBe('0202-12-24')
  expect(wholeYear('')).toBe('')
})

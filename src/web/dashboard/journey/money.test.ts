import { expect, test } from 'vitest'
import { money } from './money.ts'

test('an amount is told in its own currency, whatever its smallest unit', () => {
  expect(money(249_700, 'usd')).toBe('$2,497.00')
  expect(money(500, 'jpy')).toBe('¥500')
  expect(money(1500, 'KWD')).toMatch(/1\.500$/)
  expect(money(12, null)).toBe('12')
})

import { expect, test } from 'vitest'
import { decimalsOf, minorUnitsOf } from './minor-units.ts'

test.each([
  ['usd', 100],
  ['USD', 100],
  ['jpy', 1],
  ['KRW', 1],
  ['kwd', 1000],
  ['BHD', 1000],
  ['isk', 100],
  ['ugx', 100],
  ['rsd', 100],
  ['mga', 1],
  ['xyz', 100],
])('%s', (currency, units) => {
  expect(minorUnitsOf(currency)).toBe(units)
  expect(10 ** decimalsOf(currency)).toBe(units)
})

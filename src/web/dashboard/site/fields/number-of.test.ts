import { expect, it } from 'vitest'
import { numberOf } from './number-of.ts'

it('reads a price however it is written', () => {
  for (const typed of ['1997', '1,997', '1.997', '1 997', '$1,997', '1997 €'])
    expect(numberOf(typed)).toBe(1997)
  expect(numberOf('1,250,000')).toBe(1_250_000)
  for (const typed of ['$1,997.00', '1.997,00 €', '1 997,00', '1’997.00']) expect(numberOf(typed)).toBe(1997)
  expect(numberOf('1,250,000.5')).toBe(1_250_000.5)
  expect(numberOf('12,50')).toBe(12.5)
  expect(numberOf('-3')).toBe(-3)
})

it('leaves what is no number as it was typed', () => {
  for (const typed of ['', 'free', '1,', '12 apples', '1,997,00', '1,9.97'])
    expect(numberOf(typed)).toBe(typed)
})

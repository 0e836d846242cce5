import { expect, test } from 'vitest'
import { amount, comparedAmounts } from './ad-words.ts'

// What Intl takes for a currency's smallest unit is another one for króna, Ugandan shilling and ariary.
test.each([
  [249_700, 'USD', '$2,497'],
  [4050, 'USD', '$40.50'],
  [0, 'USD', '$0'],
  [40_000, 'JPY', '¥40,000'],
  [40, 'JPY', '¥40'],
  [40_000_000, 'KWD', 'KWD 40,000'],
  [40_500, 'KWD', 'KWD 40.500'],
  [4_000_000, 'ISK', 'ISK 40,000'],
  [4000, 'ISK', 'ISK 40.00'],
  [4_000_000, 'UGX', 'UGX 40,000'],
  [40_000, 'MGA', 'MGA 40,000'],
])('%i of the smallest unit of %s', (minor, currency, told) => {
  expect(amount({ amount: minor, currency }).replaceAll('\u00a0', ' ')).toBe(told)
})

test('money is set against the days before where both are in the same currency, and in no other beside it', () => {
  const usd = (amount: number) => ({ currency: 'USD', amount })
  const eur = (amount: number) => ({ currency: 'EUR', amount })
  expect(comparedAmounts([usd(300)], [usd(200)])).toEqual({ now: 300, before: 200 })
  for (const [now, before] of [
    [[usd(300), eur(900)], [usd(200)]],
    [[usd(300)], [usd(200), eur(900)]],
    [[usd(300)], [eur(200)]],
    [[usd(300)], []],
  ] as const)
    expect(comparedAmounts([...now], [...before])).toEqual({ now: 300, before: null })
  expect(comparedAmounts([], [usd(200)])).toEqual({ now: null, before: null })
})

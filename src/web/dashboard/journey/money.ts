import { decimalsOf, minorUnitsOf } from '#contract/minor-units.ts'

/** An amount of a currency's smallest unit in words, e.g. 249700 usd as '$2,497.00'. */
export function money(minor: number, currency: string | null): string {
  if (!currency || !/^[a-z]{3}$/i.test(currency)) return String(minor)
  const digits = decimalsOf(currency)
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minor / minorUnitsOf(currency))
}

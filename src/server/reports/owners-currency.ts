import type { CurrencyRate } from '#contract/ad-spend.ts'
import { minorUnitsOf } from '#contract/minor-units.ts'

type Turned = { currency: string; amount: number }

/** Turns amounts of a currency for which the owner set a fixed rate into the other one, and tells by which rates it did. */
export type OwnersCurrency = {
  /** An amount in millionths, rounded to one. */
  micros(currency: string, amount: number): Turned
  /** An amount in the smallest unit, rounded to one. */
  smallest(currency: string, amount: number): Turned
  used(): CurrencyRate[]
}

/** Begins with the owner's rates; amounts of every other currency stay as they are. */
export function ownersCurrency(rates: CurrencyRate[]): OwnersCurrency {
  const byCurrency = new Map(rates.map((rate) => [rate.currency, rate]))
  const used = new Map<string, CurrencyRate>()
  const turn = (currency: string, amount: number, by: (rate: CurrencyRate) => number): Turned => {
    const rate = byCurrency.get(currency)
    if (!rate) return { currency, amount }
    if (amount !== 0) used.set(currency, rate)
    return { currency: rate.into, amount: Math.round(amount * by(rate)) }
  }
  return {
    micros: (currency, amount) => turn(currency, amount, ({ rate }) => rate),
    smallest: (currency, amount) =>
      turn(currency, amount, ({ rate, into }) => (rate * minorUnitsOf(into)) / minorUnitsOf(currency)),
    used: () => [...used.values()],
  }
}

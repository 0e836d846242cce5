import type { AdFigures, Amount, Rate } from '#contract/ad-results.ts'
import { minorUnitsOf } from '#contract/minor-units.ts'
import { costOf, wilson } from './ad-statistics.ts'

/** What is added up for a part of the table before anything is divided. Spend is in millionths, cash in smallest units. */
export type AdSums = {
  spend: Map<string, number>
  impressions: number
  clicks: number
  visitors: number
  leads: number
  sawPitch: number
  applied: number
  booked: number
  held: number
  noShow: number
  clients: number
  cash: Map<string, number>
}

export const noSums = (): AdSums => ({
  spend: new Map(),
  impressions: 0,
  clicks: 0,
  visitors: 0,
  leads: 0,
  sawPitch: 0,
  applied: 0,
  booked: 0,
  held: 0,
  noShow: 0,
  clients: 0,
  cash: new Map(),
})

/** Adds to an amount by currency. */
export const addTo = (amounts: Map<string, number>, currency: string, amount: number): void => {
  amounts.set(currency, (amounts.get(currency) ?? 0) + amount)
}

const numbers = [
  'impressions',
  'clicks',
  'visitors',
  'leads',
  'sawPitch',
  'applied',
  'booked',
  'held',
  'noShow',
  'clients',
] as const

/** The sums of parts of the table. */
export function sumOf(parts: Iterable<AdSums>): AdSums {
  const sum = noSums()
  for (const part of parts) {
    for (const name of numbers) sum[name] += part[name]
    for (const [currency, amount] of part.spend) addTo(sum.spend, currency, amount)
    for (const [currency, amount] of part.cash) addTo(sum.cash, currency, amount)
  }
  return sum
}

const MICROS = 1_000_000

const inSmallest = (micros: number, currency: string): number => micros / (MICROS / minorUnitsOf(currency))

const amountsOf = (amounts: Map<string, number>): Amount[] =>
  [...amounts]
    .flatMap(([currency, amount]) => (amount === 0 ? [] : [{ currency, amount }]))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1))

/** The figures of a part of the table. `main` is the currency in which most is paid. */
export function figuresOf(sums: AdSums, main: string | null, cohort: 'lead' | 'event'): AdFigures {
  const spends = [...sums.spend].map(([currency, micros]) => ({
    currency,
    amount: inSmallest(micros, currency),
  }))
  // Ads that were paused cost nothing in their currency: they stand before nothing that was paid in another.
  const paid = spends.filter(({ amount }) => amount !== 0)
  const told = paid.length > 0 ? paid : spends
  const spend = told.find(({ currency }) => currency === main) ?? told[0] ?? null
  const otherSpend = paid.filter((one) => one !== spend)
  const cost = (results: number) =>
    spend && spend.amount > 0 && otherSpend.length === 0 ? costOf(spend, results) : null
  // More leads than browsers, where a family shares one, are no share of them.
  const rate = (part: number, whole: number): Rate | null =>
    cohort === 'event' || part > whole ? null : wilson(part, whole)
  const { impressions, clicks, visitors, leads, sawPitch, applied, booked, held, noShow, clients } = sums
  const netCash = amountsOf(sums.cash)
  // What came in in another currency would be missing from it.
  const isOneCurrency =
    otherSpend.length === 0 && netCash.every(({ currency }) => currency === spend?.currency)
  return {
    spend,
    otherSpend,
    impressions,
    clicks,
    visitors,
    leads,
    sawPitch,
    applied,
    booked,
    held,
    noShow,
    clients,
    netCash,
    costPerLead: cost(leads),
    costPerBooked: cost(booked),
    costPerHeld: cost(held),
    costPerClient: cost(clients),
    returnOnSpend:
      spend && spend.amount > 0 && isOneCurrency ? (sums.cash.get(spend.currency) ?? 0) / spend.amount : null,
    rates: { lead: rate(leads, visitors), booked: rate(booked, leads), held: rate(held, booked) },
  }
}

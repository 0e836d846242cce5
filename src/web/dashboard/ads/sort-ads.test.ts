import { expect, test } from 'vitest'
import type { AdRow } from '#contract/ad-results.ts'
import { sortAds } from './sort-ads.ts'

// The order looks at these parts of a row alone.
const ad = (name: string, parts: Partial<AdRow>) =>
  ({ name, spend: null, otherSpend: [], netCash: [], ...parts }) as AdRow
const usd = (amount: number) => ({ currency: 'USD', amount })
const aed = (amount: number) => ({ currency: 'AED', amount })
const namesBy = (rows: AdRow[], sort: 'cash' | 'spend' | 'per-lead', dir: 'asc' | 'desc') =>
  sortAds(rows, { sort, dir }).map(({ name }) => name)

test('net cash in several currencies is compared within the one that most rows have, then within the others', () => {
  const rows = [
    ad('nothing', {}),
    ad('some', { netCash: [usd(300_00)] }),
    ad('given back', { netCash: [usd(-50_00)] }),
    ad('most', { netCash: [aed(100_00), usd(5000_00)] }),
    ad('other', { netCash: [aed(900_000_00)] }),
  ]
  const fromMost = ['most', 'some', 'other', 'nothing', 'given back']
  expect(namesBy(rows, 'cash', 'desc')).toEqual(fromMost)
  expect(namesBy(rows, 'cash', 'asc')).toEqual(fromMost.toReversed())
})

test('spend and costs in another currency stand after those in the usual one, and what has none last', () => {
  const cost = (currency: string) => ({ value: 1, low: 1, high: 1, currency })
  const order = (lead: number) => ({ lead, booked: null, held: null, client: null })
  const rows = [
    ad('none', { costPerLead: null, order: order(0) }),
    ad('dirhams', { spend: aed(7_00), costPerLead: cost('AED'), order: order(7) }),
    ad('more', { spend: usd(900_00), costPerLead: cost('USD'), order: order(90) }),
    ad('less', { spend: usd(10_00), costPerLead: cost('USD'), order: order(10) }),
  ]
  for (const sort of ['spend', 'per-lead'] as const) {
    expect(namesBy(rows, sort, 'asc')).toEqual(['less', 'more', 'dirhams', 'none'])
    expect(namesBy(rows, sort, 'desc')).toEqual(['more', 'less', 'dirhams', 'none'])
  }
})

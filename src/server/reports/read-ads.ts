import { type AdLevel, adLevels } from '#contract/ad-levels.ts'
import type { AdFigures, AdPair, AdResults, AdRow, AdsQuery, UnmatchedAd } from '#contract/ad-results.ts'
import type { CurrencyRate } from '#contract/ad-spend.ts'
import { MOST_UNMATCHED_ADS } from '#contract/list-limits.ts'
import { listRates } from '#server/ads/currency-rates.ts'
import { type Range, resolveRange } from '#server/counting/resolve-range.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import type { Database } from '#server/platform/database.ts'
import { type Crediting, countAdOutcomes, countAdPeople, countAdVisitors } from './ad-counts.ts'
import { type AdSums, addTo, figuresOf, noSums, sumOf } from './ad-figures.ts'
import type { AdKeys, Identity } from './ad-identity.ts'
import { listPairs } from './ad-pairs-store.ts'
import { countAdSpend } from './ad-spend-in-memory.ts'
import { isTooEarly, shrunkCosts } from './ad-statistics.ts'
import { identify, saidBySpend } from './identity-in-memory.ts'
import { ownersCurrency } from './owners-currency.ts'

/** Everything that is known of the ads of a range: what adds up, by the keys it belongs to; without keys, no ad is known. */
export type CountedAds = {
  parts: { keys: AdKeys | null; sums: AdSums }[]
  identity: Identity
  pairs: AdPair[]
  /** Keys of any level for which money was paid at any time. */
  paid: Set<string>
  /** The currency of the most rows of spend, as the owner counts them. */
  main: string | null
  /** The owner's rates by which amounts were turned into another currency. */
  rates: CurrencyRate[]
}

/** Counts what each ad of a range brought and cost. */
export async function countAds(database: Database, range: Range, crediting: Crediting): Promise<CountedAds> {
  // Two at a time, what takes longest beside all else: more would take connections that a busy server has not.
  const [outcomes, { people, visitors, spend, pairs }] = await Promise.all([
    countAdOutcomes(database, range, crediting),
    (async () => ({
      people: await countAdPeople(database, range, crediting),
      visitors: await countAdVisitors(database, range),
      spend: await countAdSpend(database, range),
      pairs: await listPairs(database),
    }))(),
  ])
  const owners = ownersCurrency(await listRates(database))
  // Looked at last: every touch that was counted above is among those that are known.
  const identity = await identify(database, spend.ads, pairs)
  const byTouch = new Map<number, AdSums>()
  const of = (touch: number): AdSums => {
    const known = byTouch.get(touch)
    if (known) return known
    const fresh = noSums()
    byTouch.set(touch, fresh)
    return fresh
  }
  for (const { touch, visitors: count } of visitors) of(touch).visitors += count
  for (const { touch, leads, sawPitch, applied, booked } of people)
    Object.assign(of(touch), { leads, sawPitch, applied, booked })
  for (const { touch, currency, held, noShow, clients, cash } of outcomes) {
    const sums = of(touch)
    sums.held += held
    sums.noShow += noShow
    sums.clients += clients
    if (currency === null) continue
    const turned = owners.smallest(currency, cash)
    addTo(sums.cash, turned.currency, turned.amount)
  }
  const currencies = new Map<string, number>()
  const paidParts = spend.counts.map((row) => {
    const sums = { ...noSums(), impressions: row.impressions, clicks: row.clicks }
    if (row.rows > 0) {
      const { currency, amount } = owners.micros(row.currency, row.micros)
      addTo(currencies, currency, row.rows)
      sums.spend.set(currency, amount)
    }
    return { keys: identity.keysOf(saidBySpend(row)), sums }
  })
  const [main = null] = [...currencies].sort((one, other) => other[1] - one[1])[0] ?? []
  return {
    identity,
    pairs,
    parts: [
      ...[...byTouch].map(([touch, sums]) => ({ keys: identity.keysOfTouch(touch), sums })),
      ...paidParts,
    ],
    paid: new Set(paidParts.flatMap(({ keys }) => keys)),
    main,
    rates: owners.used(),
  }
}

/** The table of ads at one level (docs/spec.md, 'Ads'), with at most so many rows and all others as one sum. */
export async function readAds(
  database: Database,
  query: AdsQuery,
  now: Date,
  most = Number.POSITIVE_INFINITY,
): Promise<AdResults> {
  await rollUpForReader(database)
  const range = resolveRange(query, now)
  return tableOf(await countAds(database, range, query), query, most)
}

function tableOf(
  counted: CountedAds,
  query: Pick<AdsQuery, 'level' | 'parent' | 'cohort'>,
  most: number,
): AdResults {
  const { identity, parts, main } = counted
  const level = adLevels.indexOf(query.level)
  const parent = query.parent === undefined ? null : parentOf(query.parent, query.level)
  const parentKey = parent && identity.resolve(query.parent ?? '', parent)
  const parentLevel = parent === null ? -1 : adLevels.indexOf(parent)
  const wanted = parts.filter(({ keys }) => parentKey === null || keys?.[parentLevel as 0] === parentKey)
  const byKey = Map.groupBy(
    wanted.filter(({ keys }) => keys !== null),
    ({ keys }) => keys?.[level as 0] ?? '',
  )
  const figures = (sums: AdSums): AdFigures => figuresOf(sums, main, query.cohort)
  const sumsOf = new Map<string, AdSums>()
  const rows = [...byKey].flatMap(([key, own]): AdRow[] => {
    const sums = sumOf(own.map((part) => part.sums))
    if (isNothing(sums)) return []
    sumsOf.set(key, sums)
    const { name, id } = identity.describe(key)
    return [
      {
        key,
        level: query.level,
        name: name ?? id,
        id,
        platform: own[0]?.keys?.[0] ?? '',
        within: namesAbove(identity, key, level),
        hasVisits: identity.isVisited(key),
        hasSpend: counted.paid.has(key),
        order: { lead: null, booked: null, held: null, client: null },
        tooEarly: [],
        ...figures(sums),
      },
    ]
  })
  compare(rows)
  rows.sort(
    (one, other) =>
      (other.spend?.amount ?? 0) - (one.spend?.amount ?? 0) ||
      other.leads - one.leads ||
      other.visitors - one.visitors ||
      (one.key < other.key ? -1 : 1),
  )
  const others = rows.slice(most)
  const unattributed = sumOf(wanted.filter(({ keys }) => keys === null).map(({ sums }) => sums))
  return {
    rows: rows.slice(0, most),
    others:
      others.length === 0
        ? null
        : {
            count: others.length,
            figures: figures(sumOf(others.map(({ key }) => sumsOf.get(key) ?? noSums()))),
          },
    total: figures(sumOf(wanted.map(({ sums }) => sums))),
    unattributed: figures(unattributed),
    unmatchedSpend: unmatched(counted, rows, query.level),
    rates: counted.rates.map(({ currency, rate, into }) => ({ currency, rate, into })),
    path: parentKey === null || parent === null ? [] : pathTo(identity, parentKey, parentLevel),
  }
}

const isNothing = (sums: AdSums): boolean =>
  sums.visitors === 0 &&
  sums.leads === 0 &&
  sums.sawPitch === 0 &&
  sums.applied === 0 &&
  sums.booked === 0 &&
  sums.held === 0 &&
  sums.noShow === 0 &&
  sums.clients === 0 &&
  sums.impressions === 0 &&
  sums.clicks === 0 &&
  [...sums.spend.values(), ...sums.cash.values()].every((amount) => amount === 0)

/** At which level a key stands; the level itself and what is below it have no parents of this level. */
function parentOf(key: string, level: AdLevel): AdLevel | null {
  const depth = key.split('/').length - 1
  const found = adLevels[Math.min(depth, adLevels.indexOf(level))]
  return found ?? null
}

function pathTo(identity: Identity, key: string, level: number): AdResults['path'] {
  const parts = key.split('/')
  return adLevels.slice(0, level + 1).map((one, place) => {
    const above = parts.slice(0, place + 1).join('/')
    const { name, id } = identity.describe(above)
    return { key: above, name: name ?? id, level: one }
  })
}

const namesAbove = (identity: Identity, key: string, level: number): (string | null)[] =>
  pathTo(identity, key, level - 1).map(({ name }) => name)

const costs = [
  ['lead', 'leads', 'costPerLead'],
  ['booked', 'booked', 'costPerBooked'],
  ['held', 'held', 'costPerHeld'],
  ['client', 'clients', 'costPerClient'],
] as const

/** Puts the rows' costs in an order that few results do not throw over, and says where it is too early for one. */
function compare(rows: AdRow[]): void {
  for (const [name, count, cost] of costs) {
    // Currencies are never compared with each other.
    for (const own of Map.groupBy(rows, (row) => row[cost]?.currency).values()) {
      const paid = own.flatMap((row) => {
        const found = row[cost]
        return row.spend && found ? [{ row, spend: row.spend.amount, results: row[count], cost: found }] : []
      })
      const shrunk = shrunkCosts(paid)
      const doubtful = paid.filter((one) => paid.some((other) => one !== other && isTooEarly(one, other)))
      for (const [place, { row }] of paid.entries()) row.order[name] = shrunk[place] ?? null
      for (const { row } of doubtful) row.tooEarly.push(name)
    }
  }
}

function unmatched(counted: CountedAds, rows: AdRow[], level: AdLevel): AdResults['unmatchedSpend'] {
  const { paid, identity } = counted
  const platforms = new Set([...paid].filter((key) => !key.includes('/')))
  const told = (row: AdRow): UnmatchedAd => ({
    key: row.key,
    name: row.name,
    within: row.within.map((name) => name ?? ''),
    platform: row.platform,
    spend: row.spend,
    visitors: row.visitors,
    leads: row.leads,
  })
  const spend = rows.filter((row) => paid.has(row.key) && !identity.isVisited(row.key))
  const people = rows.filter(
    (row) =>
      identity.isVisited(row.key) &&
      !paid.has(row.key) &&
      row.name !== null &&
      (level === 'source' ? spend.length > 0 : platforms.has(row.platform)),
  )
  return {
    spend: spend.slice(0, MOST_UNMATCHED_ADS).map(told),
    spendCount: spend.length,
    people: people.slice(0, MOST_UNMATCHED_ADS).map(told),
    peopleCount: people.length,
    pairs: counted.pairs.filter((pair) => pair.level === level),
  }
}

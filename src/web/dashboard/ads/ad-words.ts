import type { AdLevel, AdStep, UnattributedReason } from '#contract/ad-levels.ts'
import type { AdFigures, AdResults, AdRow, Amount, Cost, Rate } from '#contract/ad-results.ts'
import { decimalsOf, minorUnitsOf } from '#contract/minor-units.ts'
import { sourceLabel } from '#contract/source-label.ts'

/** What a level is called, and what many of it are. */
export const levelWords: Record<AdLevel, { one: string; many: string; none: string }> = {
  source: { one: 'Source', many: 'Sources', none: 'No source named' },
  campaign: { one: 'Campaign', many: 'Campaigns', none: 'No campaign named' },
  adset: { one: 'Ad set', many: 'Ad sets', none: 'No ad set named' },
  ad: { one: 'Ad', many: 'Ads', none: 'No ad named' },
}

/** What the people behind a figure are called, and what happened at the time that stands beside each. */
export const stepWords: Record<AdStep, { label: string; people: [string, string]; when: string }> = {
  lead: { label: 'Leads', people: ['lead', 'leads'], when: 'Became a lead' },
  'saw-pitch': {
    label: 'Saw the pitch',
    people: ['person saw the pitch', 'people saw the pitch'],
    when: 'Saw the pitch',
  },
  applied: { label: 'Applied', people: ['person applied', 'people applied'], when: 'Applied' },
  booked: { label: 'Booked a call', people: ['person booked', 'people booked'], when: 'Booked a call' },
  held: { label: 'Call held', people: ['person had a call', 'people had a call'], when: 'Call held' },
  'no-show': {
    label: 'No-show',
    people: ['person did not show up', 'people did not show up'],
    when: 'No-show',
  },
  client: { label: 'Clients', people: ['client', 'clients'], when: 'Became a client' },
}

/** What each reason for which no ad is known means, as a coach would say it. */
export const reasonMeanings: Record<UnattributedReason, string> = {
  direct: 'The address was typed or saved: no link brought them.',
  'no-parameters': 'They came from somewhere, but the link did not say which ad it came from.',
  blocked: 'Their browser blocks scripts, or a block of yours hides what they viewed.',
  'email-only': 'Only their email joins them to what they did; the browser was another one.',
}

/** What a row is called. */
export function nameOf({ level, name, key }: Pick<AdRow, 'level' | 'name' | 'key'>): string {
  if (name === null) return levelWords[level].none
  return level === 'source' ? sourceLabel(name) : name || key
}

/** What the part of the table is called that a path leads to; '' for all of it. */
export function nameOfPath(path: AdResults['path']): string {
  const name = path.at(-1)?.name ?? ''
  return path.length === 1 ? sourceLabel(name) : name
}

/** What a row stands in, from its source down; '' where it stands in nothing that has a name. */
export const withinWords = ({ within }: Pick<AdRow, 'within'>): string =>
  within.flatMap((name, place) => (name === null ? [] : [place === 0 ? sourceLabel(name) : name])).join(' › ')

/** What the credited ad and all above it are called, from the source down. */
export const creditedNames = ({ names }: { names: string[] }): string[] =>
  names.map((name, place) => (place === 0 ? sourceLabel(name) : name))

const formats = new Map<string, Intl.NumberFormat>()

/** An amount in a currency's smallest unit, in words; without its smallest part where it is large. */
export function amount({ amount: minor, currency }: Amount): string {
  const known = /^[A-Z]{3}$/.test(currency)
  if (!known) return `${minor} ${currency}`
  const value = minor / minorUnitsOf(currency)
  const isSmall = Math.abs(value) < 100 && value !== 0
  return formatOf(currency, isSmall ? decimalsOf(currency) : 0).format(value)
}

function formatOf(currency: string, digits: number): Intl.NumberFormat {
  const key = `${currency} ${digits}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  formats.set(key, format)
  return format
}

/** Several currencies beside each other, never added. */
export const amounts = (list: Amount[]): string => list.map(amount).join(' + ')

/** What one result cost; for none, at least how much. */
export function costWords(cost: Cost | null): { each: string; range: string } | null {
  if (cost === null) return null
  const { currency } = cost
  const say = (minor: number) => amount({ amount: minor, currency })
  if (cost.value === null) return { each: `at least ${say(cost.low)}`, range: '' }
  return {
    each: say(cost.value),
    range: cost.high === null ? `${say(cost.low)} or more` : `${say(cost.low)} to ${say(cost.high)}`,
  }
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumSignificantDigits: 2 })

/** What share a figure is of the one before it, and the range that share likely lies in. */
export function rateWords(rate: Rate): { share: string; range: string } {
  const [share = '', low = '', high = ''] = [rate.value, rate.low, rate.high].map((value) =>
    percent.format(value),
  )
  return { share, range: low === high ? high : `${low.replace('%', '')} to ${high}` }
}

/** The costs that tell which ad is the best, with what they are of. */
export const verdictCosts = [
  { order: 'lead', cost: 'costPerLead', count: 'leads', what: 'lead' },
  { order: 'held', cost: 'costPerHeld', count: 'held', what: 'held call' },
  { order: 'client', cost: 'costPerClient', count: 'clients', what: 'client' },
] as const

/** The ad with the lowest of a cost, drawn toward the mean; undefined where fewer than two can be compared. */
export function cheapest(rows: AdRow[], { order, count }: (typeof verdictCosts)[number]): AdRow | undefined {
  const compared = rows.filter((row) => row.order[order] !== null && row.spend !== null)
  const one = compared[0]?.spend?.currency
  if (compared.length < 2 || compared.some(({ spend }) => spend?.currency !== one)) return undefined
  return compared
    .filter((row) => row[count] > 0)
    .sort((a, b) => (a.order[order] ?? 0) - (b.order[order] ?? 0))[0]
}

/** All that was paid, the currency of the most rows first. */
export const allSpend = ({ spend, otherSpend }: Pick<AdFigures, 'spend' | 'otherSpend'>): Amount[] =>
  spend === null ? [] : [spend, ...otherSpend]

/** What is set against the days before: the one amount of each, in the same currency. Of several, none would tell of all. */
export function comparedAmounts(
  now: Amount[],
  before: Amount[],
): { now: number | null; before: number | null } {
  const [one, ...others] = now
  const [oneBefore, ...othersBefore] = before
  const isOne = others.length === 0 && othersBefore.length === 0 && one?.currency === oneBefore?.currency
  return { now: one?.amount ?? null, before: isOne ? (oneBefore?.amount ?? null) : null }
}

/** Whether nothing at all is known of a part of the table. */
export const isEmpty = ({ visitors, leads, spend, otherSpend, netCash }: AdFigures): boolean =>
  visitors === 0 && leads === 0 && spend === null && otherSpend.length === 0 && netCash.length === 0

/** By which of the owner's rates amounts were turned into another currency; empty where by none. */
export const ratesWords = (rates: AdResults['rates']): string =>
  rates.length === 0
    ? ''
    : `By your rates ${rates.map(({ currency, rate, into }) => `1 ${currency} counts as ${rate} ${into}`).join(', ')}.`

import { bisect, gammaln, probit } from 'simple-statistics'
import type { Cost, Rate } from '#contract/ad-results.ts'

/** The quantile of the normal distribution that leaves 2.5 % above it. */
const Z = 1.959963984540054

/** The range in which a share lies with 95 % certainty (Wilson); null for a share of nothing. */
export function wilson(part: number, whole: number): Rate | null {
  if (whole <= 0) return null
  const value = part / whole
  const centre = (value + Z ** 2 / (2 * whole)) / (1 + Z ** 2 / whole)
  const half =
    (Z * Math.sqrt((value * (1 - value)) / whole + Z ** 2 / (4 * whole ** 2))) / (1 + Z ** 2 / whole)
  return {
    value,
    low: part === 0 ? 0 : Math.max(0, centre - half),
    high: part === whole ? 1 : Math.min(1, centre + half),
  }
}

/** Up to so many the exact bounds are looked for; above, an approximation agrees with them to four digits. */
const EXACT = 100
const TAIL = 0.1
const exact = new Map<number, { low: number; high: number }>()

/** The range in which the number that was to be expected lies, where so many came (Garwood, 80 %). */
export function garwood(count: number): { low: number; high: number } {
  if (count > EXACT) return { low: wilsonHilferty(count, -1), high: wilsonHilferty(count + 1, 1) }
  const known = exact.get(count)
  if (known) return known
  const range = {
    low: count === 0 ? 0 : bound(count - 1, 1 - TAIL),
    high: bound(count, TAIL),
  }
  exact.set(count, range)
  return range
}

/** The mean at which at most `count` come with this probability. */
const bound = (count: number, probability: number): number =>
  bisect((mean: number) => atMost(count, mean) - probability, 1e-9, 2 * count + 20, 100, 1e-12)

/** With which probability at most `count` come where so many are to be expected (Poisson). */
function atMost(count: number, mean: number): number {
  let sum = 0
  for (let n = 0; n <= count; n += 1) sum += Math.exp(n * Math.log(mean) - mean - gammaln(n + 1))
  return sum
}

/** A quantile of the gamma distribution of a large shape. */
const wilsonHilferty = (shape: number, side: 1 | -1): number =>
  shape * (1 - 1 / (9 * shape) + (side * probit(1 - TAIL)) / (3 * Math.sqrt(shape))) ** 3

/** What one result cost, and between what it likely lies (80 %); for none, at least how much. */
export function costOf(spend: { amount: number; currency: string }, results: number): Cost {
  const { low, high } = garwood(results)
  return {
    value: results === 0 ? null : spend.amount / results,
    low: spend.amount / high,
    high: results === 0 ? null : spend.amount / low,
    currency: spend.currency,
  }
}

/** From so many results on, a cost says something by itself. */
const ENOUGH = 10

/** Whether two costs cannot be told apart yet: fewer than ten results each, and their ranges overlap. */
export const isTooEarly = (
  one: { cost: Cost; results: number },
  other: { cost: Cost; results: number },
): boolean =>
  one.results < ENOUGH &&
  other.results < ENOUGH &&
  one.cost.low <= (other.cost.high ?? Number.POSITIVE_INFINITY) &&
  other.cost.low <= (one.cost.high ?? Number.POSITIVE_INFINITY)

/**
 * Costs drawn toward the mean of all, the more so the fewer results there are: one lucky sale does not put an ad before
 * those that have proved themselves. The gamma prior is fitted to the rows by their moments.
 */
export function shrunkCosts(rows: readonly { spend: number; results: number }[]): number[] {
  const spent = rows.reduce((sum, { spend }) => sum + spend, 0)
  const results = rows.reduce((sum, row) => sum + row.results, 0)
  if (spent === 0) return rows.map(() => Number.POSITIVE_INFINITY)
  // Without a single result the mean is not known; half of one keeps the order by spend.
  const mean = Math.max(results, 0.5) / spent
  const between =
    rows.reduce((sum, row) => sum + (row.results - mean * row.spend) ** 2 - mean * row.spend, 0) /
    rows.reduce((sum, row) => sum + row.spend ** 2, 0)
  // Rows that differ no more than chance would have it are all taken to be the mean.
  const shape = between > 0 ? mean ** 2 / between : Number.POSITIVE_INFINITY
  return rows.map(({ spend, results: own }) =>
    shape === Number.POSITIVE_INFINITY ? 1 / mean : (spend + shape / mean) / (own + shape),
  )
}

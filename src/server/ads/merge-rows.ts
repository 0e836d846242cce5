import { keysOf, type SpendRow } from './spend-row.ts'

/** A line that is not taken, and why. */
export type RefusedRow = { line: number; reason: string }

/**
 * Makes one row of all that are about the same ad and days: their figures are added where a file splits them by
 * placement or age; `refuse` takes none but the first. Rows that would be counted twice are refused: the sum of others,
 * and one of days that another of the same ad holds in part.
 */
export function mergeRows(
  rows: SpendRow[],
  same: 'add' | 'refuse',
): { rows: SpendRow[]; refused: RefusedRow[] } {
  const refused: RefusedRow[] = []
  const merged = new Map<string, SpendRow>()
  for (const row of rows) {
    const key = [keysOf(row).ad_key, row.account, row.day, row.through].join(' ')
    const before = merged.get(key)
    if (!before) merged.set(key, { ...row })
    else if (same === 'refuse')
      refused.push({ line: row.line, reason: `This ad is already in row ${before.line} for this day.` })
    else if (before.currency !== row.currency)
      refused.push({
        line: row.line,
        reason: `This ad’s line ${before.line} is in ${before.currency}, this one in ${row.currency}.`,
      })
    else {
      before.spend_micros += row.spend_micros
      before.impressions += row.impressions
      before.clicks += row.clicks
    }
  }
  const kept = [...merged.values()]
  const why = whyTwice(kept)
  return {
    rows: kept.filter((row) => !why.has(row)),
    refused: [...refused, ...[...why].map(([{ line }, reason]) => ({ line, reason }))],
  }
}

/** Those among rows of one file that would be counted twice, each with the reason. */
function whyTwice(rows: SpendRow[]): Map<SpendRow, string> {
  const why = new Map<SpendRow, string>()
  const keyed = rows.map((row) => ({ row, keys: keysOf(row) }))
  const below = partsOf(keyed)
  for (const { row, keys } of keyed) {
    const part = below(keys.ad_key, row) ?? below(keys.name_key, row)
    if (part) why.set(row, `It is the sum of other lines, such as line ${part.line}.`)
  }
  const byAd = new Map<string, SpendRow[]>()
  for (const { row, keys } of keyed) {
    if (why.has(row)) continue
    const same = byAd.get(keys.ad_key)
    if (same) same.push(row)
    else byAd.set(keys.ad_key, [row])
  }
  for (const same of byAd.values()) {
    const isPlain = same.every(({ day, through }) => day === through)
    if (isPlain || same.length === 1) continue
    // By their beginning, so that each is held against the last that was kept.
    const sorted = same.toSorted((one, next) =>
      one.day === next.day ? one.line - next.line : one.day < next.day ? -1 : 1,
    )
    let last: SpendRow | undefined
    for (const row of sorted) {
      if (last && overlaps(last, row) && !(last.day === row.day && last.through === row.through))
        why.set(row, `Line ${last.line} holds some of its days already.`)
      else if (!last || row.through > last.through) last = row
    }
  }
  return why
}

type Keyed = { row: SpendRow; keys: ReturnType<typeof keysOf> }

/** Finds a row that is a part of what a key names and lies in the same days. */
function partsOf(keyed: Keyed[]): (key: string, row: SpendRow) => SpendRow | undefined {
  // Nearly all are of one day, and are found by it; the few spans are looked through.
  const ofDay = new Map<string, SpendRow>()
  const spans = new Map<string, SpendRow[]>()
  for (const { row, keys } of keyed)
    for (const key of new Set(keys.parents))
      if (row.day === row.through) ofDay.set(`${key} ${row.day}`, row)
      else spans.set(key, [...(spans.get(key) ?? []), row].slice(-SPANS_HELD))
  const days = [...new Set([...ofDay.keys()].map((key) => key.slice(-10)))]
  return (key, row) =>
    (row.day === row.through ? [row.day] : days.filter((day) => day >= row.day && day <= row.through))
      .map((day) => ofDay.get(`${key} ${day}`))
      .find((found) => found !== undefined) ?? spans.get(key)?.find((other) => overlaps(row, other))
}

const SPANS_HELD = 500

const overlaps = (one: SpendRow, other: SpendRow): boolean =>
  one.day <= other.through && other.day <= one.through

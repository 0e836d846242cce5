import { createHash } from 'node:crypto'

/** The levels of an ad account, from the whole to the part. */
export const levels = ['campaign', 'adset', 'ad'] as const
export type Level = (typeof levels)[number]

/** What one ad, or what it is part of where no ad is named, cost on a day or over a span of days. */
export type SpendRow = {
  /** Where it stands in its file or call, from 1. */
  line: number
  platform: string
  account: string
  currency: string
  day: string
  through: string
  campaign_id: string
  campaign: string
  adset_id: string
  adset: string
  ad_id: string
  ad: string
  spend_micros: bigint
  impressions: number
  clicks: number
}

/** What tells whether two rows are about the same ad, and whether one is about a part of the other. */
export type RowKeys = {
  /** Its finest id; its names where it has none. */
  ad_key: string
  name_key: string
  /** Both keys of each level that it is part of. */
  parents: string[]
}

type Named = Pick<SpendRow, 'platform' | 'campaign_id' | 'campaign' | 'adset_id' | 'adset' | 'ad_id' | 'ad'>

/** The finest level that a row names; undefined where it names none. */
export const levelOf = (row: Named): Level | undefined =>
  levels.toReversed().find((level) => row[level] !== '' || row[`${level}_id`] !== '')

const keyOf = (parts: string[]): string => {
  const hex = createHash('md5').update(JSON.stringify(parts)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function keysAt(row: Named, level: Level): { id: string | undefined; name: string | undefined } {
  const path = levels.slice(0, levels.indexOf(level) + 1).map((one) => row[one])
  const id = row[`${level}_id`]
  return {
    id: id === '' ? undefined : keyOf([row.platform, level, 'id', id]),
    name: row[level] === '' ? undefined : keyOf([row.platform, level, 'name', ...path]),
  }
}

/** The keys of a row that names something. */
export function keysOf(row: Named): RowKeys {
  const level = levelOf(row)
  if (!level) throw new Error('a row of spend names nothing')
  const own = keysAt(row, level)
  const ad_key = own.id ?? own.name
  if (ad_key === undefined) throw new Error('a row of spend has neither id nor name')
  const parents = levels
    .slice(0, levels.indexOf(level))
    .flatMap((above) => Object.values(keysAt(row, above)).filter((key) => key !== undefined))
  return { ad_key, name_key: own.name ?? ad_key, parents }
}

import { type CsvSeparator, csvFigure, separatorMark } from './csv-separator.ts'

/** The headers of our own plain form of a file of spend; one row is an ad on one day. */
export const templateHeaders = [
  'date',
  'platform',
  'account_id',
  'campaign_id',
  'campaign',
  'adset_id',
  'adset',
  'ad_id',
  'ad',
  'spend',
  'currency',
  'impressions',
  'clicks',
] as const

const sample = (separator: CsvSeparator) => [
  ...['2026-09-01', 'meta', '', '120210001', 'Autumn', '120210002', 'Women 30+', '120210003', 'Dog video'],
  ...[csvFigure('42.50', separator), 'USD', '5120', '87'],
]

/** Our own plain form with one row that shows how it is filled in. */
export const spendTemplate = (separator: CsvSeparator): string =>
  [templateHeaders, sample(separator)].map((cells) => `${cells.join(separatorMark[separator])}\r\n`).join('')

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

/** Our own plain form with one row that shows how it is filled in. */
export const spendTemplate = `${templateHeaders.join(',')}\r\n2026-09-01,meta,,120210001,Autumn,120210002,Women 30+,120210003,Dog video,42.50,USD,5120,87\r\n`

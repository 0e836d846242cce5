import type { NamedColumns, SpendColumn } from '#contract/spend-file.ts'

/** What is understood of a header row. */
export type ReadHeader = {
  /** The place of each column that is read. */
  places: Partial<Record<SpendColumn, number>>
  platform: string | undefined
  /** The currency that stands in brackets behind the spend. */
  currency: string | undefined
  isEnglish: boolean
}

/** A header as it is compared: without its byte order mark, doubled blanks and case. */
export const plainHeader = (text: string): string =>
  text
    .replace(/[\uFEFF\u200B-\u200F]/g, '')
    .replace(/[’`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

// Of several that a file may have, the earlier one is read. English first, then Spanish, French, German and Arabic.
const names: Record<SpendColumn, string[]> = {
  date: [
    ...['day', 'by day', 'date', 'día', 'jour', 'tag', 'اليوم', 'fecha'],
    ...[
      'reporting starts',
      'reporting start',
      'inicio del informe',
      'début du rapport',
      'début des rapports',
    ],
    ...['berichtsstart', 'beginn des berichts', 'بداية إعداد التقارير', 'start date'],
  ],
  end: [
    ...['reporting ends', 'reporting end', 'fin del informe', 'fin du rapport', 'fin des rapports'],
    ...['berichtsende', 'ende des berichts', 'نهاية إعداد التقارير', 'end date', 'through'],
  ],
  campaignId: [
    ...['campaign id', 'campaign_id', 'campaignid', 'identificador de la campaña', 'id de la campaña'],
    ...['id de la campagne', 'kampagnen-id', 'معرف الحملة'],
  ],
  campaign: [
    ...['campaign name', 'campaign', 'nombre de la campaña', 'campaña', 'nom de la campagne', 'campagne'],
    ...['kampagnenname', 'name der kampagne', 'kampagne', 'اسم الحملة'],
  ],
  adsetId: [
    ...['ad set id', 'adset id', 'adset_id', 'adsetid', 'ad group id', 'adgroup id', 'adgroup_id'],
    ...[
      'identificador del conjunto de anuncios',
      'id del conjunto de anuncios',
      "id de l'ensemble de publicités",
    ],
    ...[
      'anzeigengruppen-id',
      'معرف المجموعة الإعلانية',
      'id del grupo de anuncios',
      "id du groupe d'annonces",
    ],
  ],
  adset: [
    ...['ad set name', 'adset name', 'adset', 'ad set', 'ad group name', 'ad group', 'adgroup name'],
    ...['nombre del conjunto de anuncios', "nom de l'ensemble de publicités", 'name der anzeigengruppe'],
    ...[
      'anzeigengruppenname',
      'اسم المجموعة الإعلانية',
      'grupo de anuncios',
      "groupe d'annonces",
      'anzeigengruppe',
    ],
  ],
  adId: [
    ...['ad id', 'ad_id', 'adid', 'identificador del anuncio', 'id del anuncio', 'id de la publicité'],
    ...['anzeigen-id', 'معرف الإعلان'],
  ],
  ad: [
    ...['ad name', 'ad', 'nombre del anuncio', 'anuncio', 'nom de la publicité', 'annonce', 'anzeigenname'],
    ...['name der anzeige', 'name der werbeanzeige', 'anzeige', 'اسم الإعلان'],
  ],
  spend: [
    ...['amount spent', 'importe gastado', 'montant dépensé', 'ausgegebener betrag', 'المبلغ الذي تم إنفاقه'],
    ...['spend', 'cost', 'total cost', 'coste', 'costo', 'coût', 'kosten'],
  ],
  currency: [
    ...['currency', 'currency code', 'divisa', 'moneda', 'código de moneda', 'código de divisa'],
    ...['devise', 'code de devise', 'code devise', 'währung', 'währungscode', 'العملة'],
  ],
  impressions: ['impressions', 'impr.', 'impr', 'impresiones', 'impressionen', 'مرات الظهور'],
  clicks: [
    ...['link clicks', 'clics en el enlace', 'clics sur un lien', 'link-klicks', 'النقرات على الرابط'],
    ...['clicks (destination)', 'clicks', 'clics', 'klicks', 'interactions'],
    ...['clicks (all)', 'clics (todos)', 'clics (tous)', 'klicks (alle)', 'النقرات (الكل)'],
  ],
  accountId: [
    ...['account id', 'account_id', 'account', 'ad account id', 'customer id', 'external customer id'],
    ...['identificador de la cuenta', 'id de la cuenta', 'id du compte', 'account-id', 'معرف الحساب'],
  ],
  platform: ['platform'],
}

const BRACKET = /^(.*?)\s*\(([a-z]{3})\)$/
const NOT_ENGLISH =
  /[^\p{ASCII}]|^(tag|jour|kampagne|campagne|impressionen|klicks|kosten|divisa|moneda|coste|costo)$/u

/** What is understood of a header row by the names that ad managers give their columns. */
export function readHeader(cells: string[]): ReadHeader {
  const plain = cells.map(plainHeader)
  let currency: string | undefined
  // The currency in brackets is the spend's alone; other columns have words there.
  const bare = plain.map((text) => {
    const [, name = text, code] = BRACKET.exec(text) ?? []
    if (code === undefined || !names.spend.includes(name)) return text
    currency ??= code.toUpperCase()
    return name
  })
  const places: ReadHeader['places'] = {}
  for (const column of Object.keys(names) as SpendColumn[]) {
    const found = names[column].map((name) => bare.indexOf(name)).find((place) => place >= 0)
    if (found !== undefined) places[column] = found
  }
  // A day of its own says more than the beginning and the end of the whole report.
  const dateName = places.date === undefined ? '' : (bare[places.date] ?? '')
  if (
    names.date.slice(0, 8).includes(dateName) &&
    !['through', 'end date'].includes(bare[places.end ?? -1] ?? '')
  )
    delete places.end
  return {
    places,
    platform: platformOf(bare, places),
    currency,
    isEnglish: !plain.some((text) => NOT_ENGLISH.test(text)),
  }
}

function platformOf(plain: string[], places: ReadHeader['places']): string | undefined {
  const has = (...wanted: string[]) => wanted.some((one) => plain.includes(one))
  const spend = places.spend === undefined ? '' : (plain[places.spend] ?? '')
  if (places.platform !== undefined) return undefined
  if (names.spend.slice(0, 5).includes(spend)) return 'meta'
  if (has('by day', 'clicks (destination)', 'ad group name', 'adgroup name')) return 'tiktok'
  if (has('ad group', 'impr.', 'currency code', 'grupo de anuncios', "groupe d'annonces", 'anzeigengruppe'))
    return 'google'
  if (has('ad set name', 'reporting starts')) return 'meta'
  return undefined
}

/** Whether a row has what no file can be read without: money, and what it was spent on. */
export const isHeader = ({ places }: ReadHeader): boolean =>
  places.spend !== undefined &&
  (['campaign', 'campaignId', 'adset', 'adsetId', 'ad', 'adId'] as const).some(
    (one) => places[one] !== undefined,
  )

/** The places of the columns that the owner named. */
export function placesNamed(cells: string[], columns: NamedColumns): ReadHeader['places'] {
  const plain = cells.map(plainHeader)
  const places: ReadHeader['places'] = {}
  for (const [column, header] of Object.entries(columns) as [SpendColumn, string][]) {
    const place = plain.indexOf(plainHeader(header))
    if (place >= 0) places[column] = place
  }
  return places
}

// Thousands with one mark between them, then decimals after another: 1,997.00 and 1.997,00.
const WITH_DECIMALS =
  /^(?<whole>\d{1,3}(?<mark>[.,’'\s])\d{3}(?:\k<mark>\d{3})*)(?!\k<mark>)[.,](?<part>\d{1,2})$/

/**
 * The number somebody has typed, with or without a currency sign and separators of thousands ("$1,997"). What is no
 * number stays as typed, so that the field can say so.
 */
export function numberOf(typed: string): number | string {
  const text = typed.trim().replace(/^[$€£]\s*|\s*[$€£]$/g, '')
  if (/^\d{1,3}([.,’'\s]\d{3})+$/.test(text)) return Number(text.replace(/\D/g, ''))
  const { whole, part } = WITH_DECIMALS.exec(text)?.groups ?? {}
  if (whole !== undefined) return Number(`${whole.replace(/\D/g, '')}.${part}`)
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : typed
}

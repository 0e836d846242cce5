/**
 * The number somebody has typed, with or without a currency sign and separators of thousands ("$1,997"). What is no
 * number stays as typed, so that the field can say so.
 */
export function numberOf(typed: string): number | string {
  const text = typed.trim().replace(/^[$€£]\s*|\s*[$€£]$/g, '')
  if (/^\d{1,3}([.,’'\s]\d{3})+$/.test(text)) return Number(text.replace(/\D/g, ''))
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : typed
}

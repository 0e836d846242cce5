const SIGNS: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₺': 'TRY',
  '₪': 'ILS',
}
const ofOneCurrency = new Set(Object.values(SIGNS))

const signIn = (cell: string): string | undefined => /\p{Sc}/u.exec(cell)?.[0]

/** The currency signs that stand in cells. */
export const signsIn = (cells: string[]): Set<string> =>
  new Set(cells.map(signIn).filter((sign) => sign !== undefined))

/** The one currency that signs speak of; many write a dollar sign, so that one says nothing. */
export function currencyOfSigns(signs: Set<string>): string | undefined {
  const said = [...signs].flatMap((sign) => SIGNS[sign] ?? [])
  return said.length === 1 ? said[0] : undefined
}

/** Whether a cell's sign is another currency's, where a column has several signs. */
export function isOfAnother(cell: string, currency: string): boolean {
  const sign = signIn(cell)
  if (sign === undefined) return false
  return (SIGNS[sign] ?? currency) !== currency || (!(sign in SIGNS) && ofOneCurrency.has(currency))
}

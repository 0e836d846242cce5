// As the checkout (Stripe) counts: what it names without a smaller unit, and what it names in thousandths. Króna and
// Ugandan shilling stand among neither, because it goes on counting them in hundredths.
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const THOUSANDTHS = 'BHD JOD KWD OMR TND'.split(' ')

/** How many of the smallest unit in which payments are counted make one of a currency: 100 cents, 1 yen, 1,000 fils. */
export function minorUnitsOf(currency: string): number {
  const code = currency.toUpperCase()
  return WHOLE.includes(code) ? 1 : THOUSANDTHS.includes(code) ? 1000 : 100
}

/** How many decimals an amount of a currency has where payments are counted: 2 for dollars, 0 for yen, 3 for dinars. */
export const decimalsOf = (currency: string): number => Math.round(Math.log10(minorUnitsOf(currency)))

/** How many of the smallest unit make one of a currency: 100 cents, 1 yen. An unknown currency counts in hundredths. */
export function minorUnitsOf(currency: string): number {
  try {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions()
    return 10 ** maximumFractionDigits
  } catch {
    return 100
  }
}

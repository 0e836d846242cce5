/** An amount of a currency's smallest unit in words, e.g. 249700 usd as '$2,497.00'. */
export function money(minor: number, currency: string | null): string {
  if (!currency || !/^[a-z]{3}$/i.test(currency)) return String(minor)
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  // Yen have no smaller unit, dinars have a thousand.
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

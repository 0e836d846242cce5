/**
 * The rate that somebody has typed: with a point or a comma before its decimals, and the other of the two between
 * thousands. `unclear` where one comma may be either, as in 25,000; undefined where it is no rate.
 */
export function typedRate(typed: string): number | 'unclear' | undefined {
  const text = typed.replace(/[\s'’]/g, '')
  if (/^[1-9]\d{0,2},\d{3}$/.test(text)) return 'unclear'
  const plain = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : /^[1-9]\d{0,2}((\.\d{3})+,\d+|(\.\d{3}){2,})$/.test(text)
      ? text.replaceAll('.', '').replace(',', '.')
      : text.replace(',', '.')
  const rate = /^\d*\.?\d+$/.test(plain) ? Number(plain) : 0
  return rate > 0 ? rate : undefined
}

/** Which tab a key leads to among `count` tabs from `index`, or undefined for every other key. */
export function tabAfterKey(key: string, index: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === ' ') return index
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key]
  return step === undefined ? undefined : (index + step + count) % count
}

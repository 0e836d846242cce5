/** The list with one entry at another place; the rest keep their order. */
export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const moved = entries.toSpliced(from, 1)
  return moved.toSpliced(to, 0, ...entries.slice(from, from + 1))
}

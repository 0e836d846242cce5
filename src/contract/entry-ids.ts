/** An id that none of `taken` has: the word and the number after the highest there is. */
export function freeEntryId(word: string, taken: readonly string[]): string {
  const numbers = taken.map((id) => (id.startsWith(word) ? Number(id.slice(word.length)) : 0))
  return `${word}${Math.max(0, ...numbers.filter(Number.isInteger)) + 1}`
}

/** The entries of a list with an id each: who has none, or one that is taken before it, gets a free one. */
export function withEntryIds<Entry extends { id: string }>(word: string, entries: Entry[]): Entry[] {
  const taken = entries.map(({ id }) => id)
  return entries.map((entry, at) => {
    if (entry.id !== '' && taken.indexOf(entry.id) === at) return entry
    const id = freeEntryId(word, taken)
    taken.push(id)
    return { ...entry, id }
  })
}

/** The ids of a list’s entries in their order; undefined where they have none. */
export function entryIdsOf(list: readonly unknown[]): string[] | undefined {
  const ids = list.map((entry) =>
    typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined,
  )
  return ids.every((id) => typeof id === 'string') ? ids : undefined
}

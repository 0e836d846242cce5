const shortFor = new Map([
  ['fb', 'facebook'],
  ['ig', 'instagram'],
  ['msg', 'messenger'],
  ['yt', 'youtube'],
])

/** What the spellings of a source have in common. */
export function sourceKey(source: string): string {
  const word = source.trim().replace(/\s+/g, ' ').toLowerCase() || 'direct'
  return shortFor.get(word) ?? word
}

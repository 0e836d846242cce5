/**
 * The entries with what is still being typed as the last of them; `read` makes an entry of it. Blank text and
 * repetitions add nothing.
 */
export function withTyped(entries: string[], typed: string, read = (text: string) => text): string[] {
  const text = typed.trim()
  const entry = text === '' ? '' : read(text)
  return entry === '' || entries.includes(entry) ? entries : [...entries, entry]
}

/** An address as a URL; undefined where it is none. Older phones' browsers know neither `URL.parse` nor `URL.canParse`. */
export function readUrl(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

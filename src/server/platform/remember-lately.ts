/** Values that cost something to work out, kept by the text they were worked out from. */
export type Remembered<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * Remembers what was asked for lately, up to a number of characters in all; what was not asked for the longest goes
 * first. `sizeOf` tells how many characters a value keeps besides its key.
 */
export function rememberLately<Value>(
  mostCharacters: number,
  sizeOf: (value: Value, key: string) => number,
): Remembered<Value> {
  const entries = new Map<string, { value: Value; size: number }>()
  let total = 0
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      // A map keeps its order: the last asked for stands last.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value) {
      total -= entries.get(key)?.size ?? 0
      entries.delete(key)
      const size = key.length + sizeOf(value, key)
      if (size > mostCharacters) return
      entries.set(key, { value, size })
      total += size
      for (const [oldest, entry] of entries) {
        if (total <= mostCharacters) return
        entries.delete(oldest)
        total -= entry.size
      }
    },
  }
}

/** The same text on its own: the engine keeps the whole of a text alive for a piece that was cut from it. */
export const ownText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

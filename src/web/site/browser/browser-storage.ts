type Area = 'localStorage' | 'sessionStorage'

/** Reads a stored text; undefined where nothing is stored or storage is forbidden. Never throws. */
export function readStored(key: string, area: Area = 'localStorage'): string | undefined {
  try {
    return window[area].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text where the browser allows it, and says whether it did. Never throws. */
export function writeStored(key: string, value: string, area: Area = 'localStorage'): boolean {
  try {
    window[area].setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** Forgets what is stored under a key. Never throws. */
export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Where storage is forbidden there is nothing to forget.
  }
}

/** Reads stored JSON that `isWanted` recognises; anything else, damaged text included, is undefined. */
export function readStoredJson<T>(key: string, isWanted: (value: unknown) => value is T): T | undefined {
  const text = readStored(key)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isWanted(value) ? value : undefined
  } catch {
    return undefined
  }
}

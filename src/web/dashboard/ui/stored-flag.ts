/** A yes that this browser keeps under a key; a browser that refuses storage simply has none. */
export const storedFlag = (key: string) => ({
  isSet(): boolean {
    try {
      return localStorage.getItem(key) === 'true'
    } catch {
      return false
    }
  },
  set(isSet: boolean): void {
    try {
      if (isSet) localStorage.setItem(key, 'true')
      else localStorage.removeItem(key)
    } catch {
      // As above.
    }
  },
})

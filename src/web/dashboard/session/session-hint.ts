const KEY = 'leadline.unlocked'

/** Whether this browser was signed in when it was last here. A hint to avoid a flash, never a proof. */
export const wasSignedIn = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    // A browser that refuses storage simply has no hint.
    return false
  }
}

/** Remembers or forgets that this browser is signed in. */
export function rememberSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(KEY, 'true')
    else localStorage.removeItem(KEY)
  } catch {
    // A browser that refuses storage simply has no hint.
  }
}

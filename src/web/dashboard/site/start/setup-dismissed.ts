const KEY = 'leadline.setup-dismissed'

/** Whether the owner has put the checklist aside in this browser. */
export const isSetupDismissed = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    // A browser that refuses storage shows the checklist again.
    return false
  }
}

/** Puts the checklist aside in this browser, or takes it out again. */
export function dismissSetup(dismissed: boolean): void {
  try {
    if (dismissed) localStorage.setItem(KEY, 'true')
    else localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

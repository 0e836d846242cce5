const SOON_MS = 1500
const AT_LATEST_MS = 4000
const TOUCHES = ['pointerdown', 'keydown', 'focusin']

function savesData(): boolean {
  // Chromium only, and not in TypeScript's DOM types.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/**
 * Runs once, at the visitor's first touch of the page, or when the browser is idle after it has loaded. Whoever saves
 * data pays only for what they touch, unless `evenWhenSaving`.
 */
export function whenUsable(run: () => void, evenWhenSaving = false): void {
  let started = false
  const start = () => {
    if (!started) run()
    started = true
  }
  for (const touch of TOUCHES) addEventListener(touch, start, { once: true, passive: true, capture: true })
  if (savesData() && !evenWhenSaving) return
  const whenIdle = () => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: AT_LATEST_MS })
    else setTimeout(start, SOON_MS)
  }
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

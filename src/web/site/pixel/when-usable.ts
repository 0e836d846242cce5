const SOON_MS = 1500
const AT_LATEST_MS = 4000

/** Runs once when the page is usable: idle after it has loaded, or at the visitor's first touch of it. */
export function whenUsable(run: () => void): void {
  let started = false
  const start = () => {
    if (!started) run()
    started = true
  }
  const whenIdle = () => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: AT_LATEST_MS })
    else setTimeout(start, SOON_MS)
  }
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, start, { once: true, passive: true, capture: true })
}

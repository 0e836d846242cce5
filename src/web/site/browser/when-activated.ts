/** Runs once the page is really opened: a page the browser prepared ahead of time waits until a visitor comes. */
export function whenActivated(run: () => void): void {
  // Chromium only, and not in TypeScript's DOM types.
  const { prerendering } = document as Document & { prerendering?: boolean }
  if (prerendering) document.addEventListener('prerenderingchange', run, { once: true })
  else run()
}

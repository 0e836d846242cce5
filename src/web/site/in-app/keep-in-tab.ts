import { isInAppBrowser } from '#web/site/browser/in-app-browser.ts'

/** A new tab inside an app is often one that nobody finds again: links open in this one. */
function stayInThisTab(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.target === '_blank') link.removeAttribute('target')
}

/** In an app's own browser: says so to the page's styles, and lets no link open a tab. */
export function keepInTab(): void {
  if (!isInAppBrowser(navigator.userAgent)) return
  document.documentElement.dataset.inApp = 'yes'
  // Before the page's own listeners, so that all of them see the link as it will be followed.
  document.addEventListener('click', stayInThisTab, { capture: true })
}

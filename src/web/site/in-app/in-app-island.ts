import '#web/site/browser/clean-address.ts'
import { isInAppBrowser } from '#web/site/browser/in-app-browser.ts'
import { startOpenOutside } from './open-outside-script.ts'

/** A new tab inside an app is often one that nobody finds again: links open in this one. */
function stayInThisTab(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.target === '_blank') link.removeAttribute('target')
}

if (isInAppBrowser(navigator.userAgent)) {
  document.documentElement.dataset.inApp = 'yes'
  // Before the page's own listeners, so that all of them see the link as it will be followed.
  document.addEventListener('click', stayInThisTab, { capture: true })
  startOpenOutside()
}

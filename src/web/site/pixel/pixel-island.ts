import '#web/site/browser/clean-address.ts'
import { pageAds } from '#web/site/browser/page-ads.ts'
import { visitKnown } from '#web/site/browser/visit-known.ts'
import { whenActivated } from '#web/site/browser/when-activated.ts'
import { adPermissionNow, onAnswer } from '#web/site/consent/ad-answer.ts'
import { sendAnswer } from '#web/site/consent/send-answer.ts'
import { loadPixel } from './load-pixel.ts'
import { forgetWaiting, onWaiting, reached, storeWaiting, waitingEvents } from './moments.ts'
import { sendWaiting } from './send-events.ts'

const SOON_MS = 1500
const AT_LATEST_MS = 4000

/** Runs once when the page is usable: idle after it has loaded, or at the visitor's first touch of it. */
function whenUsable(run: () => void): void {
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

// Longer than a tracking call takes; without its answer the server would meet this visitor twice.
const VISIT_KNOWN_WITHIN_MS = 4000
// A page that finds itself in a frame may be about to leave it, and tells its events outside.
const FRAME_PATIENCE_MS = 3000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function start(): Promise<void> {
  if (window.top !== window) await pause(FRAME_PATIENCE_MS)
  await Promise.race([visitKnown, pause(VISIT_KNOWN_WITHIN_MS)])
  await sendAnswer()
  reached('load')
  const isWanted = pageAds.events.length > 0 || waitingEvents().length > 0
  if (isWanted && adPermissionNow() === 'granted')
    loadPixel(pageAds.pixel).catch(() => console.warn('The advert pixel is blocked; the page works without.'))
  onWaiting(() => void sendWaiting())
  await sendWaiting()
}

document.addEventListener('click', (event) => {
  const pressed = event.target instanceof Element ? event.target.closest('[data-checkout]') : null
  if (pressed) reached('checkout')
})

whenActivated(() => {
  onAnswer((choice) => {
    if (choice === 'refused') {
      forgetWaiting()
      window.fbq?.('consent', 'revoke')
      return
    }
    storeWaiting()
    window.fbq?.('consent', 'grant')
    if (pageAds.events.length > 0) loadPixel(pageAds.pixel).catch(() => {})
    void sendWaiting()
  })
  whenUsable(() => void start())
})

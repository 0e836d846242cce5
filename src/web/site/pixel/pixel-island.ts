import '#web/site/browser/clean-address.ts'
import type { z } from 'zod'
import type { PixelEventInput } from '#contract/ads.ts'
import { post } from '#web/site/browser/call.ts'
import { pageAds } from '#web/site/browser/page-ads.ts'
import { outcomeOf } from '#web/site/browser/retry-pause.ts'
import { timezone } from '#web/site/browser/timezone.ts'
import { visitKnown } from '#web/site/browser/visit-known.ts'
import { whenActivated } from '#web/site/browser/when-activated.ts'
import { whenUsable } from '#web/site/browser/when-usable.ts'
import { adAnswer, adPermissionNow, onAnswer } from '#web/site/consent/ad-answer.ts'
import { sendAnswer } from '#web/site/consent/send-answer.ts'
import { visitLeave } from '#web/site/consent/visit-leave.ts'
import type { OutgoingPixelEvent } from './event-queue.ts'
import { loadPixel } from './load-pixel.ts'
import {
  allowed,
  forgetWaiting,
  isForNextPage,
  onWaiting,
  reached,
  takeEvent,
  waitingEvents,
} from './moments.ts'

/** What the server says: fire it, it has fired before, or ask again on a later page. */
async function claim(event: OutgoingPixelEvent): Promise<'new' | 'known' | 'later'> {
  const { eventId, eventName, path, moment, booking } = event
  const body = {
    eventId,
    eventName,
    path,
    moment,
    booking,
    timezone: timezone(),
    ...visitLeave(),
  } satisfies z.input<typeof PixelEventInput>
  try {
    const answer = await post('/api/visitors/pixel-event', body, { keepalive: true })
    if (answer.ok) return (await answer.json()).isNew ? 'new' : 'known'
    return outcomeOf(answer.status) === 'later' ? 'later' : 'known'
  } catch {
    return 'later'
  }
}

const underWay = new Set<string>()

async function sendEvent(event: OutgoingPixelEvent): Promise<void> {
  if (underWay.has(event.eventId)) return
  underWay.add(event.eventId)
  const claimed = await claim(event)
  if (claimed === 'known') takeEvent(event)
  if (claimed !== 'new' || isForNextPage(event)) return
  const fbq = await loadPixel(pageAds.pixel).catch(() => undefined)
  // Taken out first: an event that might have fired must not fire again. Blocked, the server's record stands.
  if (!takeEvent(event) || !fbq || adPermissionNow() !== 'granted') return
  const { eventName, parameters, eventId } = event
  fbq('track', eventName, parameters, { eventID: eventId })
}

/** Brings every waiting event to server and pixel, where the visitor allows it and the server has heard so. */
async function sendWaiting(): Promise<void> {
  if (adPermissionNow() !== 'granted') return
  await sendAnswer()
  // Whom the server takes for unasked it refuses for good: a later page tells it, and them.
  if (adAnswer()?.told === false) return
  await Promise.all(waitingEvents().map(sendEvent))
}

// Longer than a tracking call takes; without its answer the server would meet this visitor twice.
const VISIT_KNOWN_WITHIN_MS = 4000
// A page that finds itself in a frame may be about to leave it, and tells its events outside.
const FRAME_PATIENCE_MS = 3000

let isLoaded = false

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function start(): Promise<void> {
  if (window.top !== window) await pause(FRAME_PATIENCE_MS)
  await Promise.race([visitKnown, pause(VISIT_KNOWN_WITHIN_MS)])
  await sendAnswer()
  reached('load')
  isLoaded = true
  const isWanted = pageAds.events.length > 0 || waitingEvents().length > 0
  if (isWanted && adPermissionNow() === 'granted')
    loadPixel(pageAds.pixel).catch(() => console.warn('The ad pixel is blocked; the page works without.'))
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
    allowed(isLoaded)
    window.fbq?.('consent', 'grant')
    if (pageAds.events.length > 0) loadPixel(pageAds.pixel).catch(() => {})
    void sendWaiting()
  })
  whenUsable(() => void start(), true)
})

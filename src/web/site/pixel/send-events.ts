import type { z } from 'zod'
import type { PixelEventInput } from '#contract/ads.ts'
import { post } from '#web/site/browser/call.ts'
import { pageAds } from '#web/site/browser/page-ads.ts'
import { timezone } from '#web/site/browser/timezone.ts'
import { adPermissionNow } from '#web/site/consent/ad-answer.ts'
import { visitLeave } from '#web/site/consent/visit-leave.ts'
import type { OutgoingPixelEvent } from './event-queue.ts'
import { loadPixel } from './load-pixel.ts'
import { isForNextPage, takeEvent, waitingEvents } from './moments.ts'

/** What the server says: fire it, it has fired before, or ask again on a later page. */
async function claim(event: OutgoingPixelEvent): Promise<'new' | 'known' | 'later'> {
  const { eventId, eventName, path, moment, booking } = event
  const body = {
    ...{ eventId, eventName, path, moment, booking, timezone },
    ...visitLeave(),
  } satisfies z.input<typeof PixelEventInput>
  try {
    const answer = await post('/api/visitors/pixel-event', body, { keepalive: true })
    if (answer.ok) return (await answer.json()).isNew ? 'new' : 'known'
    return answer.status === 429 || answer.status >= 500 ? 'later' : 'known'
  } catch {
    return 'later'
  }
}

const underWay = new Set<string>()

async function sendEvent(event: OutgoingPixelEvent): Promise<void> {
  if (underWay.has(event.eventId)) return
  underWay.add(event.eventId)
  const standing = await claim(event)
  if (standing === 'known') takeEvent(event)
  if (standing !== 'new' || isForNextPage(event)) return
  const fbq = await loadPixel(pageAds.pixel).catch(() => undefined)
  // Taken out first: an event that might have fired must not fire again. Blocked, the server's record stands.
  if (!takeEvent(event) || !fbq || adPermissionNow() !== 'granted') return
  const { eventName, parameters, eventId } = event
  fbq('track', eventName, parameters, { eventID: eventId })
}

/** Brings every waiting event to server and pixel, where the visitor allows it. */
export async function sendWaiting(): Promise<void> {
  if (adPermissionNow() !== 'granted') return
  await Promise.all(waitingEvents().map(sendEvent))
}

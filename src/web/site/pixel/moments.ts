import type { PixelMoment, PlannedEvent } from '#contract/ads-on-page.ts'
import { randomId } from '#contract/random-id.ts'
import { forgetStored, readStoredJson, writeStored } from '#web/site/browser/browser-storage.ts'
import { arrivedParameters } from '#web/site/browser/clean-address.ts'
import { pageAds } from '#web/site/browser/page-ads.ts'
import { adPermissionNow } from '#web/site/consent/ad-answer.ts'
import {
  isPixelQueue,
  type OutgoingPixelEvent,
  onceKey,
  stillFresh,
  withFired,
  withPixelEvent,
} from './event-queue.ts'

const QUEUE = 'leadlinePixelQueue'
const FIRED = 'leadlinePixelFired'

const isFired = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((key) => typeof key === 'string')

// This page's own events, also where storage is forbidden or the visitor has not been asked yet.
let own: OutgoingPixelEvent[] = []
// What this page has settled with the server, also where storage is forbidden or was emptied by a no.
const settledHere = new Set<string>()
// Events after which the page is left: the next page fires them, where nothing cuts them off.
const leaving = new Set<string>()
let notify = () => {}

const stored = (): OutgoingPixelEvent[] => readStoredJson(QUEUE, isPixelQueue) ?? []
const fired = (): string[] => [...new Set([...(readStoredJson(FIRED, isFired) ?? []), ...settledHere])]

/** All events that wait, of this page and of those before it. */
export const waitingEvents = (): OutgoingPixelEvent[] =>
  stillFresh(own.reduce(withPixelEvent, stored()), Date.now())

/** Whether this page leaves the event for the next one to fire. */
export const isForNextPage = (event: OutgoingPixelEvent): boolean => leaving.has(event.eventId)

const storeFired = (keys: string[]): boolean => writeStored(FIRED, JSON.stringify(keys))

/** Keeps this page's events for later pages: only ever with the visitor's leave. */
export const storeWaiting = (): boolean => writeStored(QUEUE, JSON.stringify(waitingEvents()))

/**
 * Keeps this page's events once the visitor has said yes; those of its load wait again where a no has emptied the queue.
 */
export function allowed(isLoaded: boolean): void {
  storeFired(fired())
  if (isLoaded) reached('load')
  storeWaiting()
}

/** Takes an event out of the queue, for good; false where another tab of this browser was faster. */
export function takeEvent(event: OutgoingPixelEvent): boolean {
  const waiting = waitingEvents()
  const rest = waiting.filter(({ eventId }) => eventId !== event.eventId)
  own = own.filter(({ eventId }) => eventId !== event.eventId)
  settledHere.add(onceKey(event))
  // Meanwhile the visitor may have said no, and nothing is kept.
  if (adPermissionNow() === 'granted') {
    writeStored(QUEUE, JSON.stringify(rest))
    storeFired(withFired(fired(), onceKey(event)))
  }
  return rest.length < waiting.length
}

/** Forgets every event that waits: the visitor has said no. */
export function forgetWaiting(): void {
  own = []
  forgetStored(QUEUE)
  forgetStored(FIRED)
}

/** Whether the calendar's redirect says that the booking was made, and not that it is still open or was called off. */
const isBookingConfirmed = (): boolean =>
  new URLSearchParams(location.search).getAll('isSuccessBookingPage').pop() === 'true'

function outgoing(planned: PlannedEvent): OutgoingPixelEvent | undefined {
  const { event: eventName, moment, once, value, currency, content } = planned
  const booking =
    once === 'booking' && isBookingConfirmed() ? arrivedParameters.uid?.slice(0, 100) : undefined
  if (once === 'booking' && !booking) return undefined
  const parameters = { ...(currency && { value, currency }), ...(content && { content_name: content }) }
  return {
    eventId: randomId(),
    eventName,
    path: location.pathname,
    moment,
    ...(booking && { booking }),
    parameters,
    at: Date.now(),
  }
}

/**
 * Says that a moment of this page's plan has come. Each event of it waits in the queue until server and pixel have
 * it; one that has fired in this browser before is left out. Never throws, and costs nothing without a pixel.
 */
export function reached(moment: PixelMoment): void {
  const permission = adPermissionNow()
  if (!pageAds.pixel || permission === 'refused') return
  const known = fired()
  for (const planned of pageAds.events) {
    const event = planned.moment === moment ? outgoing(planned) : undefined
    if (!event || known.includes(onceKey(event))) continue
    own = withPixelEvent(own, event)
    const isKept = permission === 'granted' && storeWaiting()
    if (isKept && moment === 'submit') leaving.add(event.eventId)
  }
  notify()
}

/** Calls back whenever an event has come to wait; there is one listener, the pixel. */
export function onWaiting(listener: () => void): void {
  notify = listener
}

import type { PixelEventName, PixelMoment } from '#contract/ads-on-page.ts'

/** A pixel event on its way: what it is, its id for pixel and server alike, and when it happened (epoch ms). */
export type OutgoingPixelEvent = {
  eventId: string
  eventName: PixelEventName
  path: string
  moment: PixelMoment
  booking?: string
  /** What the pixel gets beside the name. */
  parameters: { value?: number; currency?: string; content_name?: string }
  at: number
}

// Meta matches a browser's event with its server-side twin for 48 hours.
const TOO_OLD_MS = 48 * 3_600_000
const LONGEST = 20

/** What may fire once: an event of a page's moment, or of a booking. */
export const onceKey = (
  event: Pick<OutgoingPixelEvent, 'eventName' | 'path' | 'moment' | 'booking'>,
): string =>
  event.booking ? `${event.eventName} ${event.booking}` : `${event.eventName} ${event.path} ${event.moment}`

/** The queue with an event at its end, unless one like it waits already; beyond its length the oldest go. */
export function withPixelEvent(
  queue: readonly OutgoingPixelEvent[],
  event: OutgoingPixelEvent,
): OutgoingPixelEvent[] {
  if (queue.some((other) => onceKey(other) === onceKey(event))) return [...queue]
  return [...queue, event].slice(-LONGEST)
}

/** The events that can still be reported; what is older than two days is forgotten. */
export const stillFresh = (queue: readonly OutgoingPixelEvent[], now: number): OutgoingPixelEvent[] =>
  queue.filter(({ at }) => at > now - TOO_OLD_MS && at <= now + TOO_OLD_MS)

/** Whether stored JSON is a queue; a damaged one is forgotten. */
export const isPixelQueue = (value: unknown): value is OutgoingPixelEvent[] =>
  Array.isArray(value) &&
  value.every(
    (event) =>
      typeof event?.eventId === 'string' &&
      typeof event?.eventName === 'string' &&
      typeof event?.path === 'string' &&
      typeof event?.at === 'number' &&
      event?.parameters instanceof Object,
  )

/** What fired, as keys, with one more at the end; the newest hundred are remembered. */
export const withFired = (fired: readonly string[], key: string): string[] =>
  [...fired.filter((other) => other !== key), key].slice(-100)

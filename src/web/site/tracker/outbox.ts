/** A call that must not be lost: where it goes, what it carries, and the id that makes a second delivery harmless. */
export type OutgoingEvent = { id: string; url: string; body: Record<string, unknown> }

/** How many events a browser keeps; beyond that the oldest go. */
export const OUTBOX_LIMIT = 20

/** The outbox with an event at its end; an event already in it stays where it is. */
export function withEvent(events: readonly OutgoingEvent[], event: OutgoingEvent): OutgoingEvent[] {
  if (events.some(({ id }) => id === event.id)) return [...events]
  return [...events, event].slice(-OUTBOX_LIMIT)
}

/** The outbox without a delivered event. */
export const withoutEvent = (events: readonly OutgoingEvent[], id: string): OutgoingEvent[] =>
  events.filter((event) => event.id !== id)

/** Whether stored JSON is an outbox; a damaged one is not delivered but forgotten. */
export const isOutbox = (value: unknown): value is OutgoingEvent[] =>
  Array.isArray(value) &&
  value.every(
    (event) =>
      typeof event?.id === 'string' && typeof event?.url === 'string' && event?.body instanceof Object,
  )

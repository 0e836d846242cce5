import type { PlannedEvent } from '#contract/ads-on-page.ts'
import type { Database } from '#server/platform/database.ts'
import { findPersonEvent, insertPixelEvent, lockPersonEvent, type PixelEvent } from './store.ts'

/**
 * Keeps an event unless it has fired before: once per visitor and page, or, for what counts once per person or
 * booking, once in all browsers of the person (decisions §1). True also for the same event sent again.
 */
export async function claimPixelEvent(
  database: Database,
  event: PixelEvent,
  once: PlannedEvent['once'],
  personId: string | null,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (personId && once !== 'visitor') {
      await lockPersonEvent(transaction, personId, `${event.eventName} ${event.dedupeKey}`)
      if (await findPersonEvent(transaction, personId, event)) return false
    }
    return (await insertPixelEvent(transaction, event)) === event.id
  })
}

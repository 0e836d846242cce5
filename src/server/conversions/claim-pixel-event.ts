import type { PlannedEvent } from '#contract/ads-on-page.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Queue } from '#server/platform/queue.ts'
import { wasErased } from '#server/tracking/erased-visitors.ts'
import { visitorLock } from '#server/tracking/store.ts'
import { dedupeKeyOf } from './dedupe-key.ts'
import { insertAdEvent, lockOccasion, makeWay } from './event-store.ts'
import { GATHER_SECONDS, sendAdEventsJob } from './send-ad-events.ts'
import { findPersonEvent, insertPixelEvent, lockPersonEvent, type PixelEvent } from './store.ts'

/** Where the server reports an event's twin; undefined where it reports nothing. */
export type TwinParts = { queue: Pick<Queue, 'send'>; pixelId: string; siteUrl: string }

/**
 * Keeps an event unless it has fired before: once per visitor and page, or, for what counts once per person or
 * booking, once in all browsers of the person (docs/spec.md, 'The advert pixel'). True also for the same event sent
 * again. Its twin of the same id is written down with it, to be sent by the server. Of an erased visitor nothing is kept.
 */
export async function claimPixelEvent(
  parts: { database: Database; twins: TwinParts | undefined },
  event: PixelEvent,
  once: PlannedEvent['once'],
  personId: string | null,
): Promise<boolean> {
  return parts.database.transaction().execute(async (transaction) => {
    // Whoever is erased at the same moment is held by their browser first, too.
    await takeLocks(transaction, [visitorLock(event.visitorId)])
    if (await wasErased(transaction, event.visitorId)) return false
    const occasion = dedupeKeyOf(event, personId)
    if (occasion) await lockOccasion(transaction, occasion)
    if (personId && once !== 'visitor') {
      await lockPersonEvent(transaction, personId, `${event.eventName} ${event.dedupeKey}`)
      if (await findPersonEvent(transaction, personId, event)) return false
    }
    if (occasion && !(await makeWay(transaction, occasion))) return false
    if ((await insertPixelEvent(transaction, event)) !== event.id) return false
    if (!parts.twins) return true
    const { queue, pixelId, siteUrl } = parts.twins
    const twin = {
      id: event.id,
      visitorId: event.visitorId,
      personId,
      reportedBy: 'browser' as const,
      pixelId,
      name: event.eventName,
      url: siteUrl + event.path,
      at: event.at,
      value: event.value ?? null,
      currency: event.currency ?? null,
      content: event.contentName ?? null,
      ipAddress: event.ipAddress,
      userAgent: event.userAgent ?? null,
      fbc: event.fbc ?? null,
      fbp: event.fbp ?? null,
      dueAt: event.at,
    }
    // Two lines of the plan may tell of the same occasion; each fires, and the first stands for it.
    const isNew =
      (await insertAdEvent(transaction, { ...twin, occasion })) ||
      (await insertAdEvent(transaction, { ...twin, occasion: null }))
    if (isNew) await queue.send(transaction, sendAdEventsJob, {}, GATHER_SECONDS)
    return true
  })
}

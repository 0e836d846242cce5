import { sql } from 'kysely'
import { eraseApplications, eraseResponses } from '#server/applications/erasure-store.ts'
import { eraseBookings } from '#server/bookings/erasure-store.ts'
import { keyOfCallMails } from '#server/calendar/call-store.ts'
import { eraseCalendarCalls } from '#server/calendar/erasure-store.ts'
import { noteErasures } from '#server/capture/crm-erasure-store.ts'
import { deleteFromCrmJob } from '#server/capture/delete-from-crm.ts'
import { eraseLeads } from '#server/capture/erasure-store.ts'
import { findTraces, lockPerson } from '#server/capture/find-traces.ts'
import { eraseAds } from '#server/conversions/erasure-store.ts'
import { eraseSearch, eraseTitles } from '#server/counting/erasure-store.ts'
import { recount } from '#server/counting/recount.ts'
import { withCounts } from '#server/counting/recount-portion.ts'
import { eraseCrmOutcomes } from '#server/crm-outcomes/erasure-store.ts'
import { eraseExternalEvents, findExternalEvents } from '#server/external-events/erasure-store.ts'
import { eraseMails } from '#server/mail/erasure-store.ts'
import { eraseMilestones } from '#server/milestones/erasure-store.ts'
import { eraseNotes } from '#server/notes/erasure-store.ts'
import { erasePayments } from '#server/payments/erasure-store.ts'
import { addressKey } from '#server/platform/address-key.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { forgetLimitsOf, type StoredKey } from '#server/platform/rate-limit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { eraseTags } from '#server/tagging/erasure-store.ts'
import { noteErasedVisitors } from '#server/tracking/erased-visitors.ts'
import { eraseBrowsers, eraseViews } from '#server/tracking/erasure-store.ts'
import { eraseCalls } from '#server/voice/erasure-store.ts'
import { eraseDeliveries } from '#server/webhooks/erasure-store.ts'

/** What erasing needs. */
export type ErasureParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  clock: Clock
  newId: NewId
  isCrmConnected(): boolean
  storedKey: StoredKey
}

/**
 * Takes one person out of everything that is held, at once, and orders the deletion of their contact at the CRM.
 * What was counted goes on being counted, as somebody's. Doing it twice changes nothing. Nobody else waits for it;
 * what the person sends at the same time comes before or after.
 */
export async function erasePerson(parts: ErasureParts, personId: string): Promise<void> {
  const { database, queue, newId } = parts
  const at = parts.clock.now()
  await withCounts(database, 0, async (transaction, hold) => {
    if (isId(personId)) await lockPerson(transaction, personId)
    const who = isId(personId) ? await findTraces(transaction, personId) : undefined
    if (!who) throw new Refusal('not-found', 'There is no such person.')
    const verified = await findExternalEvents(transaction, who)
    for (const erasureId of await noteErasures(transaction, newId, who.leadIds, {
      at,
      isCrmConnected: parts.isCrmConnected(),
    }))
      await queue.send(transaction, deleteFromCrmJob, { erasureId })
    await eraseDeliveries(transaction, who, verified.deliveryIds, at)
    await eraseCrmOutcomes(transaction, who.leadIds)
    await eraseApplications(transaction, verified.externalEventIds)
    const callUids = await eraseCalendarCalls(transaction, who, verified.externalEventIds)
    await eraseResponses(transaction, who, verified.externalEventIds)
    await eraseBookings(transaction, verified.externalEventIds)
    await erasePayments(transaction, verified.externalEventIds)
    await eraseCalls(transaction, verified.externalEventIds, who.leadIds)
    await eraseExternalEvents(transaction, verified)
    await eraseMilestones(transaction, who)
    await eraseTags(transaction, who)
    await eraseAds(transaction, who)
    await eraseMails(transaction, { ...who, keyPrefixes: callUids.map(keyOfCallMails) })
    await eraseNotes(transaction, who)
    const affected = {
      visitors: sql`select unnest(${who.visitorIds}::uuid[])`,
      leads: sql`select unnest(${who.leadIds}::uuid[])`,
    }
    const erase = async () => {
      await eraseViews(transaction, who)
      await eraseLeads(transaction, who, at)
    }
    await recount(transaction, affected, erase, hold)
    // From here on the browsers' rows are held: what they sent meanwhile is there, and nothing more comes.
    await eraseViews(transaction, who)
    await eraseBrowsers(transaction, who)
    await eraseSearch(transaction, who)
    await eraseTitles(transaction, who)
    await noteErasedVisitors(transaction, who.visitorIds, at)
    await forgetLimitsOf(transaction, parts.storedKey, [
      ...who.emails,
      ...who.phones,
      ...who.visitorIds,
      ...who.addresses.map(addressKey),
    ])
  })
}

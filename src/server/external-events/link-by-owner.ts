import { endPersonLink, findPersonOfLead, notePersonLink } from '#server/capture/person-link-store.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { followSubscriptionOf, paymentsLock } from './follow-subscription.ts'
import { noteOfflineConversionsJob } from './link-external-events.ts'
import { type ExternalEvent, type ExternalEventKind, linkToLead, lockExternalEvent } from './store.ts'

/** Joins an external event to the lead that the owner names, in place of any other. Only the external event moves: no two people become one. */
export async function linkByOwner(
  parts: { database: Database; queue: Pick<Queue, 'send'>; newId: NewId },
  join: { kind: ExternalEventKind; externalEventId: string; leadId: string; at: Date },
): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    await takeLocks(transaction, [paymentsLock])
    const event = await lockOfKind(transaction, join)
    const personId = isId(join.leadId) ? await findPersonOfLead(transaction, join.leadId) : undefined
    if (!personId) throw new Refusal('not-found', 'There is no such lead.')
    if (event.lead_id === join.leadId && event.joined_by === 'owner') return
    await linkLocked(parts, transaction, event, { ...join, personId })
    await followSubscriptionOf(parts, transaction, event.id, join.at)
    // Whoever had it before has it no more.
    for (const leadId of event.lead_id ? [event.lead_id, join.leadId] : [join.leadId])
      await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId })
  })
}

/** The external event that the owner means, locked; refused where there is none of that kind. */
export async function lockOfKind(
  transaction: Queryable,
  { kind, externalEventId: id }: { kind: ExternalEventKind; externalEventId: string },
): Promise<ExternalEvent> {
  const event = isId(id) ? await lockExternalEvent(transaction, id) : undefined
  if (event?.kind !== kind) throw new Refusal('not-found', `There is no such ${kind}.`)
  return event
}

/** The same for an external event that is locked; returns it as it is then. */
export async function linkLocked(
  parts: { newId: NewId },
  transaction: Queryable,
  event: ExternalEvent,
  { leadId, personId, at }: { leadId: string; personId: string; at: Date },
): Promise<ExternalEvent> {
  await endPersonLink(transaction, event.id, at)
  await linkToLead(transaction, event.id, { leadId, by: 'owner', at, isOwners: true })
  await notePersonLink(transaction, {
    id: parts.newId(),
    personId,
    eventKind: event.kind,
    externalEventId: event.id,
    evidence: { by: 'owner', leadId, insteadOf: event.lead_id },
    at,
  })
  return { ...event, lead_id: leadId, joined_by: 'owner' }
}

/** Takes an external event away from its lead. It is the owner's word: no later capture brings it back by itself. */
export async function unlinkEvent(
  parts: { database: Database; queue: Pick<Queue, 'send'>; newId: NewId },
  join: { kind: ExternalEventKind; externalEventId: string; at: Date },
): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    await takeLocks(transaction, [paymentsLock])
    const event = await lockOfKind(transaction, join)
    await endPersonLink(transaction, event.id, join.at)
    await linkToLead(transaction, event.id, { leadId: null, by: null, at: join.at, isOwners: true })
    await followSubscriptionOf(parts, transaction, event.id, join.at)
    if (event.lead_id)
      await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId: event.lead_id })
  })
}

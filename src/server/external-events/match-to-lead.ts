import { notePersonLink } from '#server/capture/person-link-store.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { findLead } from './find-lead.ts'
import { type ExternalEvent, linkToLead } from './store.ts'

/**
 * Joins an external event that is nobody's yet to the lead it leads to, and keeps by what; gives the external event as it is then. What
 * the owner has settled stays as it is.
 */
export async function matchToLeadByWays(
  parts: { newId: NewId },
  transaction: Queryable,
  event: ExternalEvent,
  at: Date,
): Promise<ExternalEvent> {
  if (event.lead_id || event.settled_by_owner) return event
  const found = await findLead(transaction, event)
  if (!found) return event
  const { lead, by } = found
  await linkToLead(transaction, event.id, { leadId: lead.id, by, at, isOwners: false })
  await notePersonLink(transaction, {
    id: parts.newId(),
    personId: lead.personId,
    eventKind: event.kind,
    externalEventId: event.id,
    evidence: { by, leadId: lead.id },
    at,
  })
  return { ...event, lead_id: lead.id, joined_by: by }
}

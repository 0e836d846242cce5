import type { Crm } from '#server/integrations/crm.ts'
import { type Failure, failureOf } from '#server/integrations/failure.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import { eraseTags } from '#server/tagging/erasure-store.ts'
import { holdTag, isToBeRenewed, markTagTakenOff } from '#server/tagging/held-tags.ts'
import {
  markTagDelivered,
  parkTag,
  parkTags,
  renewTags,
  settleTagLogs,
  type WaitingTag,
  waitingTags,
} from '#server/tagging/store.ts'
import { analyticsOf, sourceInWords } from './crm-analytics.ts'
import {
  type Deliverable,
  endLease,
  forgetContact,
  holdLead,
  keepContact,
  leadExists,
  leaseLead,
} from './delivery-store.ts'

/** What delivery needs. */
export type DeliveryParts = {
  database: Database
  crm: Crm
  /** By what the account behind it is known again; undefined where it has none. */
  crmAccount: string | undefined
  clock: Clock
  newId: NewId
  live: Pick<Live, 'changed'>
  /** Why a tag must not reach the CRM at this moment; null where it may. */
  whyTagHeld(leadId: string, tag: Pick<WaitingTag, 'tag_name' | 'evidence'>): Promise<string | null>
}

const LEASE_MS = 90_000
const GIVE_UP_AFTER_MS = 72 * 3_600_000

/**
 * Brings the CRM up to date with a lead: its contact first, then each tag it does not have yet. Doing it twice
 * changes nothing. Throws when trying again later makes sense; parks with the reason when it does not, or
 * when 72 hours have passed.
 */
export async function deliverLeadToCrm(parts: DeliveryParts, leadId: string): Promise<void> {
  const { database, clock } = parts
  const lead = await leaseLead(database, leadId, LEASE_MS)
  if (!lead) {
    if (!(await leadExists(database, leadId))) return
    throw new VendorError('This lead is being delivered by another process.', {
      vendor: 'crm',
      kind: 'unreachable',
    })
  }
  try {
    const { warning, refused } = await deliver(parts, lead)
    const at = clock.now()
    await end(
      database,
      lead.id,
      refused ? { state: 'parked', ...refused, at } : { state: 'delivered', reason: warning, kind: null, at },
    )
  } catch (error) {
    await settleFailure(parts, lead, error)
  } finally {
    parts.live.changed('leads')
    parts.live.changed('tags')
  }
}

async function deliver(
  parts: DeliveryParts,
  lead: Deliverable,
): Promise<{ warning: string | null; refused: Failure | null }> {
  const saved = await deliverContact(parts, lead)
  let refused: Failure | null = null
  for (const tag of await waitingTags(parts.database, lead.id))
    try {
      // Each takes some calls, and a slow CRM, or one that allows few, a good part of the lease for each call.
      await holdLead(parts.database, lead.id, LEASE_MS)
      await deliverTag(parts, lead.id, saved.contactId, tag)
    } catch (error) {
      // What is wrong with one tag says nothing about the others.
      if (!isFinal(error)) throw error
      await parkTag(parts.database, tag.id, failureIn(error))
      refused ??= failureIn(error)
    }
  return { warning: saved.warning ?? null, refused }
}

async function deliverContact(
  parts: DeliveryParts,
  lead: Deliverable,
): Promise<{ contactId: string; warning?: string }> {
  if (lead.crm_contact_id && !lead.crm_contact_stale) return { contactId: lead.crm_contact_id }
  const saved = await parts.crm.saveContact({
    leadId: lead.id,
    name: lead.name,
    email: lead.email,
    phone: lead.phone_e164,
    source: sourceInWords(lead),
    analytics: analyticsOf(lead),
    ...(lead.timezone ? { timezone: lead.timezone } : {}),
    knownContactId: lead.crm_contact_id,
  })
  const { contactId } = saved
  await parts.database.transaction().execute(async (transaction) => {
    await keepContact(transaction, lead, { contactId, account: parts.crmAccount })
    // One that came in place of another has none of the tags that the other had.
    if (lead.crm_contact_id && lead.crm_contact_id !== contactId) await renewTags(transaction, lead.id, null)
  })
  return saved
}

async function deliverTag(
  parts: DeliveryParts,
  leadId: string,
  contactId: string,
  tag: WaitingTag,
): Promise<void> {
  const started = performance.now()
  const log = (status: 'success' | 'error' | 'skipped', why: Partial<Failure>) =>
    settleTagLogs(parts.database, [tag.id], {
      status,
      reason: null,
      contactId,
      ...why,
      executionMs: performance.now() - started,
    })
  const held = await parts.whyTagHeld(leadId, tag)
  if (held !== null) {
    // Where a call has become due since, the delivery that was ordered with it brings the tag.
    if (await holdTag(parts.database, tag, held)) await log('skipped', { reason: held })
    return
  }
  try {
    if (isToBeRenewed(tag)) {
      await parts.crm.removeTag(contactId, tag.tag_name)
      await markTagTakenOff(parts.database, tag.id)
    }
    await parts.crm.addTag(contactId, tag.tag_name)
  } catch (error) {
    // A vendor that wants a pause has refused nothing.
    if (!isPause(error)) await log('error', failureIn(error))
    throw error
  }
  await markTagDelivered(parts.database, tag.id, parts.clock.now())
  await log('success', {})
}

/** Ends a delivery with what came of it; of a lead that was erased meanwhile nothing stays that it brought. */
async function end(
  database: Database,
  leadId: string,
  outcome: Parameters<typeof endLease>[2],
): Promise<void> {
  if (!(await endLease(database, leadId, outcome))) await eraseTags(database, { leadIds: [leadId] })
}

async function settleFailure(parts: DeliveryParts, lead: Deliverable, error: unknown): Promise<void> {
  const { database, clock } = parts
  const at = clock.now()
  const failure = failureIn(error)
  if (isGone(error)) {
    await database.transaction().execute(async (transaction) => {
      await forgetContact(transaction, lead.id)
      await renewTags(transaction, lead.id, null)
    })
    await end(database, lead.id, { state: 'failing', ...failure, at })
    throw error
  }
  if (isPause(error)) {
    await end(database, lead.id, { state: 'waiting', ...failure, at })
    throw error
  }
  const isTooLate = at.getTime() - (lead.crm_failing_since ?? at).getTime() > GIVE_UP_AFTER_MS
  if (!isFinal(error) && !isTooLate) {
    await end(database, lead.id, { state: 'failing', ...failure, at })
    throw error
  }
  const parked = isFinal(error)
    ? failure
    : { ...failure, reason: `Gave up after 72 hours. ${failure.reason}` }
  await parkTags(database, lead.id, parked)
  await end(database, lead.id, { state: 'parked', ...parked, at })
}

/** Whether the contact is gone at the CRM: it is saved anew, and then its tags. */
const isGone = (error: unknown): boolean => error instanceof VendorError && error.kind === 'not-found'

const isFinal = (error: unknown): boolean =>
  error instanceof VendorError && !error.retryable && !isGone(error)

const isPause = (error: unknown): boolean => error instanceof VendorError && error.kind === 'rate-limited'

const failureIn = (error: unknown): Failure => failureOf(error, 'The delivery failed on our side.')

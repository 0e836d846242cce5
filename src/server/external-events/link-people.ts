import { unknownDevice } from '#contract/device.ts'
import type { Captured } from '#server/capture/capture-lead.ts'
import { findPersonOfLead } from '#server/capture/person-link-store.ts'
import { type Submit, standInName } from '#server/capture/submit.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { followSubscriptionOf, paymentsLock } from './follow-subscription.ts'
import { linkLocked } from './link-by-owner.ts'
import { noteOfflineConversionsJob } from './link-external-events.ts'
import { setOffRules } from './set-off-rules.ts'
import type { ExternalEvent } from './store.ts'
import { browserOfUnmatched, listUnmatched, lockUnmatched } from './unmatched-store.ts'

type Parts = { database: Database; queue: Pick<Queue, 'send'>; newId: NewId }
type CaptureLead = (submit: Submit) => Promise<Captured>

const nobody = () => new Refusal('not-found', 'There is nobody with this id who is no lead yet.')

/** Joins all that somebody did, who is no lead, to the lead that the owner names, with the tags that come of it. */
export async function matchToLead(
  parts: Parts,
  { externalEventId, leadId, at }: { externalEventId: string; leadId: string; at: Date },
): Promise<{ leadId: string }> {
  return parts.database.transaction().execute(async (transaction) => {
    await takeLocks(transaction, [paymentsLock])
    const personId = isId(leadId) ? await findPersonOfLead(transaction, leadId) : undefined
    if (!personId) throw new Refusal('not-found', 'There is no such lead.')
    const events = isId(externalEventId) ? await lockUnmatched(transaction, externalEventId) : []
    if (events.length === 0) throw nobody()
    const linked: ExternalEvent[] = []
    for (const event of events)
      linked.push(await linkLocked(parts, transaction, event, { leadId, personId, at }))
    for (const { id, kind } of linked)
      if (kind === 'payment') await followSubscriptionOf(parts, transaction, id, at)
    const newTags = await setOffRules(parts, transaction, linked, at)
    if (newTags > 0) await orderDelivery(parts.queue, transaction, leadId)
    await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId })
    return { leadId }
  })
}

/**
 * Makes somebody who applied, booked or paid a lead, as if they had left a lead form now: with the email they gave, and
 * without any consent, because they gave none here.
 */
export async function makeLead(
  parts: Parts & { captureLead: CaptureLead },
  externalEventId: string,
  at: Date,
): Promise<{ leadId: string }> {
  const { rows } = isId(externalEventId)
    ? await listUnmatched(parts.database, { limit: 1, externalEventId })
    : { rows: [] }
  const [person] = rows
  if (!person) throw nobody()
  const { email, phone } = person
  if (email === null)
    throw new Refusal('conflict', 'They gave no email, so they can only be joined to a lead.')
  const { leadId } = await parts.captureLead({
    at,
    visitorId: (await browserOfUnmatched(parts.database, externalEventId)) ?? parts.newId(),
    submissionId: `made of ${externalEventId}`,
    slug: pageOf[person.did[0]?.kind ?? 'application'],
    name: person.name ?? standInName(email),
    email,
    phone: phone ?? '',
    attribution: {},
    ipAddress: null,
    userAgent: null,
    device: unknownDevice,
    excluded: null,
    details: { captureSource: 'customer', phoneE164: phone, leadMagnet: null, landingPath: null },
    quarantineReason: null,
    agreedFrom: { ipAddress: null, userAgent: null },
    consents: [],
  })
  if (leadId === null) throw nobody()
  // What the owner had taken away from a lead before is not joined by itself.
  if ((await listUnmatched(parts.database, { limit: 1, externalEventId })).total > 0)
    await matchToLead(parts, { externalEventId, leadId, at })
  return { leadId }
}

// Where each is done on the site.
const pageOf = { application: '/thankyoucall', booking: '/callbooked', payment: '/builder' } as const

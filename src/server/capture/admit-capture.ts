import { type RawBuilder, sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import { attributionKeys } from '#contract/attribution-keys.ts'
import { sendAlertJob } from '#server/alerts/order-alerts.ts'
import { newLeadAlerts } from '#server/alerts/store.ts'
import { changedLeads } from '#server/counting/store.ts'
import { countedCapture } from '#server/counting/who-is-counted.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { inOneStatement } from '#server/platform/in-one-statement.ts'
import type { Queue } from '#server/platform/queue.ts'
import { applyRules, earnedBy, type LeadTriggerEvent } from '#server/tagging/apply-rules.ts'
import { newTags, recordingOf } from '#server/tagging/execution-store.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { knownBy } from '#server/tracking/known-to-browser.ts'
import { noteActivity } from '#server/tracking/store.ts'
import { isTouch, sourceOf } from '#server/tracking/touch.ts'
import { saveCapture } from './capture-store.ts'
import type { CaptureFollowers } from './followers.ts'
import type { Known } from './identify.ts'
import { countRepeatedCapture, insertPerson, linksToPerson, saveLead } from './store.ts'
import { type Capture, standInName } from './submit.ts'

/** What making a capture a lead needs. */
export type AdmissionParts = { queue: Pick<Queue, 'send'>; newId: NewId; followers: CaptureFollowers }

/** What becomes of a capture. */
export type Outcome = {
  /** The lead it counts for; null while it is held back, and where the owner said that its browser is somebody else's. */
  leadId: string | null
  /** Whose email it gave, where its browser is not known as that person's. */
  claim: { leadId: string; confirmation: 'open' | 'parted' } | null
  /** Who its browser is from now on; null where it proves nothing. */
  person: { id: string; isNew: boolean } | null
}

/** A capture on its way: what is known of who submits it, and what becomes of it. */
type Admission = { capture: Capture; known: Known; outcome: Outcome }

/**
 * Makes a capture a lead, or the claim of one: stores it with person, lead, links, counts and tags, ties to it what was
 * reached before, and orders what follows, in the caller's transaction. Returns the lead it counts for, if any.
 */
export async function admitCapture(
  parts: AdmissionParts,
  transaction: Queryable,
  capture: Capture,
  known: Known,
  receipts: (leadId: string | null) => RawBuilder<unknown>,
): Promise<string | null> {
  const outcome = outcomeOf(capture, known, parts.newId)
  const admission = { capture, known, outcome }
  const stored = await store(parts, transaction, admission, receipts(outcome.leadId))
  const linked = await link(parts, transaction, admission)
  const later = await applyRules(transaction, parts.newId, linked, known.rules)
  await queue(parts, transaction, admission, { ...stored, newTags: stored.newTags + later })
  return outcome.leadId
}

/**
 * The same email is the same person; only a browser that is known as theirs changes what the lead says. A browser that
 * was joined to a person without any email yet brings that person along; two people with different known emails are
 * never merged by themselves (docs/spec.md, 'Visitors and people').
 */
function outcomeOf(capture: Capture, known: Known, newId: NewId): Outcome {
  const { lead, visitor, isLinked, isParted } = known
  if (capture.quarantineReason !== null && capture.releasedAt === null)
    return { leadId: null, claim: null, person: null }
  if (lead && !isLinked) {
    const confirmation = isParted ? 'parted' : 'open'
    return { leadId: isParted ? null : lead.id, claim: { leadId: lead.id, confirmation }, person: null }
  }
  const personId = lead?.personId ?? (visitor?.hasLead ? null : visitor?.personId) ?? null
  const person = { id: personId ?? newId(), isNew: personId === null }
  return { leadId: lead?.id ?? newId(), claim: null, person }
}

/** Writes a capture and all that it makes by itself, as one statement. */
async function store(
  { newId }: AdmissionParts,
  transaction: Queryable,
  { capture, known, outcome }: Admission,
  receipts: RawBuilder<unknown>,
): Promise<Stored> {
  const { leadId, person } = outcome
  const { id, at, visitorId, slug, attribution } = capture
  const isCounted = leadId !== null && !capture.hidden
  const isNewLead = isCounted && known.lead === null
  const evidence = { captureId: id, page: slug, ...knownBy(person !== null) }
  const { executions, steps } = earnedBy(
    newId,
    leadId === null ? [] : [{ trigger: 'lead_captured', leadId, at, page: slug, evidence }],
    known.rules,
  )
  const [stored] = await inOneStatement(
    transaction,
    {
      stored_capture: saveCapture(capture, outcome),
      receipts,
      activity: noteActivity(visitorId, { personId: person?.id ?? null, countedAt: isCounted ? at : null }),
      ...(person?.isNew && { new_person: insertPerson(person.id, at) }),
      ...(person && { links: linksToPerson(newId, person.id, evidenceOf(capture), { captureId: id, at }) }),
      ...(leadId !== null && {
        saved_lead: person
          ? saveLead(capture, { id: leadId, personId: person.id, ...touchesOf(capture, known) })
          : countRepeatedCapture(leadId, capture),
      }),
      ...(isCounted && {
        counted: countedCapture({ id, at, visitorId, slug, source: sourceOf(attribution) }),
      }),
      // A hidden one may be the first to say by which ad the person came.
      ...(leadId !== null && { changed: changedLeads(sql`select ${leadId}::uuid`) }),
      ...(isNewLead && { alerted: newLeadAlerts({ email: newId(), webhook: newId() }, leadId, at) }),
      ...recordingOf(executions, steps),
    },
    sql<Stored>`
      select ${newTags} as "newTags",
        ${isNewLead ? sql`array(select id from alerted)` : sql`'{}'::uuid[]`} as "alertIds"`,
  )
  if (!stored) throw new Error('storing a capture gave no row')
  return stored
}

type Stored = { newTags: number; alertIds: string[] }

/** Ties to the lead what there was before it; returns what of it may earn tags. */
async function link(
  parts: AdmissionParts,
  transaction: Queryable,
  { capture, known, outcome: { leadId, person } }: Admission,
): Promise<LeadTriggerEvent[]> {
  if (leadId === null) return []
  const { id: captureId, visitorId, email, at, details } = capture
  const isLinked = person !== null
  const lead = { id: leadId, email, phone: details.phoneE164, visitorId, captureId, isLinked, at }
  return parts.followers.adopt(parts, transaction, lead, known.rules)
}

/** Orders what is done once the capture is on disk: alerts, and the lead's delivery where there is news for the CRM. */
async function queue(
  parts: AdmissionParts,
  transaction: Queryable,
  { capture, known, outcome: { leadId, person } }: Admission,
  { newTags, alertIds }: Stored,
): Promise<void> {
  const alerts = alertIds.map((alertId) => ({ alertId }))
  await parts.queue.send(transaction, sendAlertJob, alerts)
  const isNews = newTags > 0 || (person !== null && isContactStale(capture, known))
  if (leadId !== null && isNews) await orderDelivery(parts.queue, transaction, leadId)
}

const touchesOf = (capture: Capture, known: Known) => ({
  firstTouch:
    known.visitor && isTouch(known.visitor.firstTouch) ? known.visitor.firstTouch : capture.attribution,
  contactChanged: isContactStale(capture, known),
})

const evidenceOf = ({ email, visitorId, details }: Capture) => ({
  email,
  phone: details.phoneE164,
  visitor: visitorId,
})

/** Whether the CRM's contact has to be written again. */
const isContactStale = ({ name, email, details, attribution }: Capture, { lead }: Known): boolean =>
  !lead ||
  (lead.name !== name && name !== standInName(email)) ||
  (details.phoneE164 !== null && lead.phoneE164 !== details.phoneE164) ||
  isOtherTouch(attribution, lead.lastTouch)

/** A visit from elsewhere is news for the CRM's analytics fields; a direct one says nothing. */
const isOtherTouch = (touch: Attribution, before: Attribution): boolean =>
  isTouch(touch) && attributionKeys.some((key) => touch[key] !== before[key])

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
import { applyRules, earnedBy } from '#server/tagging/apply-rules.ts'
import { newTags, recordingOf } from '#server/tagging/execution-store.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { knownBy } from '#server/tracking/known-to-browser.ts'
import { noteActivity } from '#server/tracking/store.ts'
import { isTouch, sourceOf } from '#server/tracking/touch.ts'
import { saveCapture } from './capture-store.ts'
import type { CaptureFollowers } from './followers.ts'
import type { Known } from './identify.ts'
import { countRepeatedCapture, insertPerson, linksToPerson, saveLead } from './store.ts'
import type { Capture } from './submit.ts'

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

/**
 * Makes a capture a lead, or the claim of one: stores it with person, lead, links, counts and tags, ties to it what was
 * reached before, and orders what follows, in the caller's transaction. Gives the lead it counts for, if any.
 */
export async function admitCapture(
  parts: AdmissionParts,
  transaction: Queryable,
  capture: Capture,
  known: Known,
  receipts: (leadId: string | null) => RawBuilder<unknown>,
): Promise<string | null> {
  const outcome = outcomeOf(capture, known, parts.newId)
  const { leadId, person } = outcome
  const stored = await store(parts, transaction, { capture, known, outcome, receipts: receipts(leadId) })
  await parts.queue.send(
    transaction,
    sendAlertJob,
    stored.alertIds.map((alertId) => ({ alertId })),
  )
  if (leadId === null) return null
  const { id: captureId, visitorId, email, at } = capture
  const isLinked = person !== null
  const lead = { id: leadId, email, phone: capture.details.phoneE164, visitorId, captureId, isLinked, at }
  const before = await parts.followers.adopt(parts, transaction, lead, known.rules)
  const tags = stored.newTags + (await applyRules(transaction, parts.newId, before, known.rules))
  if (tags > 0 || (isLinked && isContactStale(capture, known)))
    await orderDelivery(parts.queue, transaction, leadId)
  return leadId
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

async function store(
  { newId }: AdmissionParts,
  transaction: Queryable,
  what: { capture: Capture; known: Known; outcome: Outcome; receipts: RawBuilder<unknown> },
): Promise<{ newTags: number; alertIds: string[] }> {
  const { capture, known, outcome, receipts } = what
  const { leadId, person } = outcome
  const { id, at, visitorId, slug, attribution } = capture
  const isCounted = leadId !== null && !capture.hidden
  const isAlerting = isCounted && known.lead === null
  const alertIds = { email: newId(), webhook: newId() }
  const evidence = { captureId: id, page: slug, ...knownBy(person !== null) }
  const happening =
    leadId === null ? [] : [{ trigger: 'lead_captured' as const, leadId, at, page: slug, evidence }]
  const { executions, steps } = earnedBy(newId, happening, known.rules)
  const [stored] = await inOneStatement(
    transaction,
    {
      stored_capture: saveCapture(capture, outcome),
      receipts,
      activity: noteActivity(visitorId, {
        personId: person?.id ?? null,
        countedAt: isCounted ? at : null,
      }),
      ...(person?.isNew && { new_person: insertPerson(person.id, at) }),
      ...(leadId !== null && {
        saved_lead: person
          ? saveLead(capture, { id: leadId, personId: person.id, ...touchesOf(capture, known) })
          : countRepeatedCapture(leadId, capture),
      }),
      ...(person && { links: linksToPerson(newId, person.id, evidenceOf(capture), { captureId: id, at }) }),
      ...(isCounted && {
        counted: countedCapture({ id, at, visitorId, slug, source: sourceOf(attribution) }),
        changed: changedLeads(sql`select ${leadId}::uuid`),
      }),
      ...(isAlerting && { ordered_alerts: newLeadAlerts(alertIds, leadId, at) }),
      ...recordingOf(executions, steps),
    },
    sql<{ newTags: number; alertIds: string[] }>`
      select ${newTags} as "newTags",
        ${isAlerting ? sql`array(select id from ordered_alerts)` : sql`'{}'::uuid[]`} as "alertIds"`,
  )
  return stored ?? { newTags: 0, alertIds: [] }
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
const isContactStale = ({ name, details, attribution }: Capture, { lead }: Known): boolean =>
  !lead ||
  lead.name !== name ||
  (details.phoneE164 !== null && lead.phoneE164 !== details.phoneE164) ||
  isOtherTouch(attribution, lead.lastTouch)

/** A visit from elsewhere is news for the CRM's analytics fields; a direct one says nothing. */
const isOtherTouch = (touch: Attribution, before: Attribution): boolean =>
  isTouch(touch) && attributionKeys.some((key) => touch[key] !== before[key])

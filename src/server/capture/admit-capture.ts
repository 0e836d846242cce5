import { sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import { attributionKeys } from '#contract/attribution-keys.ts'
import { orderLeadAlerts } from '#server/alerts/order-alerts.ts'
import { noteChangedLeads } from '#server/counting/store.ts'
import { noteCapture } from '#server/counting/who-is-counted.ts'
import { linkExternalEvents } from '#server/external-events/link-external-events.ts'
import { adoptWatching } from '#server/milestones/report-watching.ts'
import { adoptMilestones, furthestWatched } from '#server/milestones/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { applyRules } from '#server/tagging/apply-rules.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { knownBy } from '#server/tracking/known-to-browser.ts'
import { setVisitorPerson } from '#server/tracking/store.ts'
import { isTouch } from '#server/tracking/touch.ts'
import { type CaptureRow, setCaptureLead } from './capture-store.ts'
import {
  countRepeatedCapture,
  findLeadByEmail,
  hasLead,
  insertPerson,
  linkPerson,
  readVisitorTouches,
  saveLead,
} from './store.ts'
import { claimEmail, howBrowserStands } from './unconfirmed-store.ts'

type Visitor = Awaited<ReturnType<typeof readVisitorTouches>>
type KnownLead = Awaited<ReturnType<typeof findLeadByEmail>>

/**
 * Makes a stored capture a lead, or the claim of one: person, lead, links, counts, tags and CRM job, in the caller's
 * transaction. Gives the lead it counts for; null where the owner has said that this browser is somebody else's.
 */
export async function admitCapture(
  parts: { queue: Pick<Queue, 'send'>; newId: NewId },
  transaction: Queryable,
  capture: CaptureRow,
  releasedAt: Date | null = null,
): Promise<string | null> {
  const visitor = await readVisitorTouches(transaction, capture.visitor_id)
  const known = await findLeadByEmail(transaction, capture.email)
  const stands = known ? await howBrowserStands(transaction, capture.visitor_id, known) : 'linked'
  if (known && stands !== 'linked')
    return admitClaim(parts, transaction, capture, { known, isParted: stands === 'parted', releasedAt })
  const personId = await resolvePerson(parts, transaction, capture, known, visitor)
  const leadId = known?.id ?? parts.newId()
  const contactChanged = await writeLead(transaction, capture, { leadId, personId, known, visitor })
  await setCaptureLead(transaction, { id: capture.id, leadId, hidden: capture.hidden, releasedAt })
  await linkEvidence(parts, transaction, capture, personId)
  await setVisitorPerson(transaction, capture.visitor_id, personId)
  await countCapture(transaction, capture, leadId)
  if (!known && !capture.hidden) await orderLeadAlerts(parts, transaction, leadId, capture.at)
  const newTags = await tagCapture(parts, transaction, capture, { leadId, isLinked: true })
  const phone = textIn(capture.details, 'phoneE164')
  const { visitor_id: visitorId, id: captureId, email } = capture
  const lead = { id: leadId, email, phone, visitorId, captureId }
  const verifiedTags = await linkExternalEvents(parts, transaction, lead, capture.at)
  if (contactChanged || newTags + verifiedTags > 0) await orderDelivery(parts.queue, transaction, leadId)
  return leadId
}

/**
 * Keeps a capture with a known email from a browser that is not known as that person's. It counts, and what is
 * reached in that browser counts with this evidence; the lead's details, consents and calls stay untouched.
 */
async function admitClaim(
  parts: { queue: Pick<Queue, 'send'>; newId: NewId },
  transaction: Queryable,
  capture: CaptureRow,
  claim: { known: NonNullable<KnownLead>; isParted: boolean; releasedAt: Date | null },
): Promise<string | null> {
  const { known, isParted, releasedAt } = claim
  const leadId = known.id
  const hidden = isParted || capture.hidden
  const heldFor = isParted ? null : leadId
  await setCaptureLead(transaction, { id: capture.id, leadId: heldFor, hidden, releasedAt })
  await claimEmail(transaction, {
    captureId: capture.id,
    leadId,
    confirmation: isParted ? 'parted' : 'open',
    at: capture.at,
  })
  if (isParted) return null
  const { at, hidden: isHidden, details } = capture
  const isForm = details.captureSource !== 'analytics'
  await countRepeatedCapture(transaction, leadId, { at, hidden: isHidden, isForm })
  await countCapture(transaction, capture, leadId)
  const newTags = await tagCapture(parts, transaction, capture, { leadId, isLinked: false })
  if (newTags > 0) await orderDelivery(parts.queue, transaction, leadId)
  return leadId
}

/** Sets off the rules of a capture, and of what its visitor reached before; gives the number of new tags. */
async function tagCapture(
  parts: { newId: NewId },
  transaction: Queryable,
  capture: CaptureRow,
  { leadId, isLinked }: { leadId: string; isLinked: boolean },
): Promise<number> {
  const newTags = await applyRules(transaction, parts.newId, {
    trigger: 'lead_captured',
    leadId,
    at: capture.at,
    page: capture.slug,
    evidence: { captureId: capture.id, page: capture.slug, ...knownBy(isLinked) },
  })
  return newTags + (await adoptReached(parts, transaction, capture, { leadId, isLinked }))
}

/**
 * The same email is the same person. A browser that was joined to a person without any email yet brings that
 * person along; two people with different known emails are never merged by themselves
 * (docs/spec.md, 'Visitors and people').
 */
async function resolvePerson(
  parts: { newId: NewId },
  transaction: Queryable,
  capture: CaptureRow,
  known: KnownLead,
  visitor: Visitor,
): Promise<string> {
  if (known) return known.person_id
  if (visitor?.person_id && !(await hasLead(transaction, visitor.person_id))) return visitor.person_id
  const personId = parts.newId()
  await insertPerson(transaction, personId, capture.at)
  return personId
}

/** Writes the lead; tells whether the CRM's contact has to be written again. */
async function writeLead(
  transaction: Queryable,
  capture: CaptureRow,
  context: { leadId: string; personId: string; known: KnownLead; visitor: Visitor },
): Promise<boolean> {
  const { leadId, personId, known, visitor } = context
  const phoneE164 = textIn(capture.details, 'phoneE164')
  const contactChanged =
    !known ||
    known.name !== capture.name ||
    (phoneE164 !== null && known.phone_e164 !== phoneE164) ||
    isOtherTouch(capture.attribution, known.last_touch)
  await saveLead(transaction, {
    id: leadId,
    personId,
    visitorId: capture.visitor_id,
    email: capture.email,
    name: capture.name,
    phone: capture.phone,
    phoneE164,
    slug: capture.slug,
    captureSource: capture.details.captureSource === 'analytics' ? 'analytics' : 'customer',
    at: capture.at,
    counted: !capture.hidden,
    firstTouch: visitor && isTouch(visitor.first_touch) ? visitor.first_touch : capture.attribution,
    lastTouch: capture.attribution,
    landingPath: textIn(capture.details, 'landingPath'),
    leadMagnet: textIn(capture.details, 'leadMagnet'),
    ipAddress: capture.ip_address,
    userAgent: capture.user_agent,
    details: capture.details,
    contactChanged,
  })
  return contactChanged
}

/** A visit from elsewhere is news for the CRM's analytics fields; a direct one says nothing. */
const isOtherTouch = (touch: Attribution, before: Attribution): boolean =>
  isTouch(touch) && attributionKeys.some((key) => touch[key] !== before[key])

const textIn = (details: Record<string, unknown>, key: string): string | null => {
  const value = details[key]
  return typeof value === 'string' ? value : null
}

async function linkEvidence(
  parts: { newId: NewId },
  transaction: Queryable,
  capture: CaptureRow,
  personId: string,
): Promise<void> {
  const phone = textIn(capture.details, 'phoneE164')
  const values: ['email' | 'phone' | 'visitor', string | null][] = [
    ['email', capture.email],
    ['phone', phone],
    ['visitor', capture.visitor_id],
  ]
  for (const [kind, value] of values)
    if (value)
      await linkPerson(transaction, {
        id: parts.newId(),
        personId,
        kind,
        value,
        captureId: capture.id,
        at: capture.at,
      })
}

/** What the visitor reached before it was a lead counts for the lead now; gives the number of new tags. */
export async function adoptReached(
  parts: { newId: NewId },
  transaction: Queryable,
  capture: Pick<CaptureRow, 'email' | 'visitor_id' | 'at'>,
  { leadId, isLinked }: { leadId: string; isLinked: boolean },
): Promise<number> {
  const lead = { id: leadId, email: capture.email, isLinked }
  const now = capture.at
  const before = await furthestWatched(transaction, { leadId })
  const reached = await adoptMilestones(transaction, capture.visitor_id, lead)
  const reports = reached.filter(({ kind }) => kind === 'video_progress')
  let newTags =
    reports.length === 0 ? 0 : await adoptWatching(parts, transaction, leadId, { before, reports, now })
  for (const { id, kind, at, evidence } of reached) {
    if (kind === 'video_progress') continue
    // A completed application that was claimed for another email stays a claim.
    if (typeof evidence.email === 'string' && evidence.email !== capture.email) continue
    newTags += await applyRules(transaction, parts.newId, {
      ...{ trigger: kind, leadId, at, executedAt: now, page: evidence.page },
      ...{ isLate: true, mayBeRetold: true, evidence: { ...evidence, milestoneId: id } },
    })
  }
  return newTags
}

async function countCapture(transaction: Queryable, capture: CaptureRow, leadId: string): Promise<void> {
  if (capture.hidden) return
  await noteCapture(transaction, capture.id)
  await noteChangedLeads(transaction, sql`select ${leadId}::uuid`)
}

import type { Attribution } from '#contract/attribution.ts'
import type { DeviceInfo } from '#contract/device.ts'
import { lockForWriting } from '#server/counting/store.ts'
import { lockVisitor } from '#server/milestones/store.ts'
import type { Database } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { identifyBrowser } from '#server/tracking/identify-browser.ts'
import { isBlocked, recordVisitor } from '#server/tracking/store.ts'
import { isTouch, sourceOf } from '#server/tracking/touch.ts'
import type { ExclusionReason } from '#server/tracking/why-excluded.ts'
import { admitCapture } from './admit-capture.ts'
import { type CaptureRow, findSubmission, insertCapture, insertReceipts } from './capture-store.ts'
import { findLeadByEmail, lockContact, readVisitorTouches } from './store.ts'

/** One submit of a lead form, checked and read. */
export type Submit = {
  at: Date
  visitorId: string
  captureSource: 'customer' | 'analytics'
  submissionId: string | null
  slug: string
  name: string
  email: string
  phone: string
  phoneE164: string | null
  attribution: Attribution
  leadMagnet: string | null
  landingPath: string | null
  ipAddress: string | null
  userAgent: string | null
  device: DeviceInfo
  /** Where a receipt says that its words were agreed to. */
  agreedFrom: { ipAddress: string | null; userAgent: string | null }
  excluded: ExclusionReason | null
  details: Record<string, unknown>
  quarantineReason: string | null
  consents: { kind: 'marketing' | 'automated_call'; granted: boolean; text: string; version: string }[]
}

/** What a submit became; `leadId` is null while it is held back as spam. Only `captureId` may go out, as a token. */
export type Captured = { captureId: string; leadId: string | null }

/** What capturing needs beside the database. */
export type CaptureParts = { database: Database; queue: Pick<Queue, 'send'>; newId: NewId }

/**
 * Stores person, lead, capture event, consent receipts, tags and the CRM job together: all are kept, or none
 * (docs/spec.md, 'Capturing a lead'). The same submission id twice is the same capture.
 */
export async function captureLead(parts: CaptureParts, submit: Submit): Promise<Captured> {
  return parts.database.transaction().execute(async (transaction) => {
    await lockForWriting(transaction)
    await lockContact(transaction, submit.email, submit.phoneE164)
    await lockVisitor(transaction, submit.visitorId)
    const before = submit.submissionId ? await findSubmission(transaction, submit.submissionId) : undefined
    if (before) return { captureId: before.id, leadId: before.lead_id }

    await recordVisitor(
      transaction,
      visitorOf(submit),
      identifyBrowser(submit.userAgent ?? undefined, submit.device),
    )
    const visitor = await readVisitorTouches(transaction, submit.visitorId)
    // What one email and one browser do never runs backwards, however long one had to wait for the other.
    const known = await findLeadByEmail(transaction, submit.email)
    const at = new Date(
      Math.max(
        submit.at.getTime(),
        known?.last_counted_at?.getTime() ?? 0,
        visitor?.last_counted_at?.getTime() ?? 0,
      ),
    )
    const attribution = isTouch(submit.attribution) ? submit.attribution : (visitor?.last_touch ?? {})
    const capture: CaptureRow = {
      id: parts.newId(),
      at,
      visitor_id: submit.visitorId,
      submission_id: submit.submissionId,
      slug: submit.slug,
      name: submit.name,
      email: submit.email,
      phone: submit.phone,
      source: sourceOf(attribution),
      attribution,
      ip_address: submit.ipAddress,
      user_agent: submit.userAgent,
      details: {
        ...submit.details,
        captureSource: submit.captureSource,
        leadMagnet: submit.leadMagnet,
        landingPath: submit.landingPath ?? visitor?.landing_path ?? null,
        phoneE164: submit.phoneE164,
      },
      quarantine_reason: submit.quarantineReason,
      hidden:
        submit.quarantineReason !== null ||
        Boolean(visitor?.is_owners) ||
        (await isBlocked(transaction, submit.ipAddress, submit.slug)),
    }
    await insertCapture(transaction, capture)
    await insertReceipts(
      transaction,
      submit.consents.map((consent) => ({
        ...consent,
        id: parts.newId(),
        captureId: capture.id,
        page: submit.slug,
        at: submit.at,
        ...submit.agreedFrom,
      })),
    )
    if (submit.quarantineReason !== null) return { captureId: capture.id, leadId: null }
    return { captureId: capture.id, leadId: await admitCapture(parts, transaction, capture) }
  })
}

/** The visitor behind a submit: its browser may never have run the tracker (no JavaScript, blocked, killed). */
function visitorOf(submit: Submit) {
  const { details } = submit
  const number = (value: unknown) => (typeof value === 'number' ? Math.round(value) : null)
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    id: submit.visitorId,
    seen_at: submit.at.toISOString(),
    ip_address: submit.ipAddress,
    fingerprint: text(details.fingerprint),
    timezone: text(details.timezone),
    language: text(details.language),
    screen_width: number(details.screenWidth),
    screen_height: number(details.screenHeight),
    hardware_concurrency: number(details.hardwareConcurrency),
    device_memory: number(details.deviceMemory),
    landing_path: submit.landingPath,
    touch: isTouch(submit.attribution) ? submit.attribution : {},
    excluded: submit.excluded,
  }
}

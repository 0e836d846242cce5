import type { RawBuilder } from 'kysely'
import { writingLock } from '#server/counting/store.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { identifyBrowser } from '#server/tracking/identify-browser.ts'
import { deviceColumns } from '#server/tracking/reported-device.ts'
import { recordingOfVisitor, visitorLock } from '#server/tracking/store.ts'
import { isTouch } from '#server/tracking/touch.ts'
import { type AdmissionParts, admitCapture } from './admit-capture.ts'
import { insertReceipts } from './capture-store.ts'
import { identify, type Known, type KnownSubmit } from './identify.ts'
import { isOwnSubmission } from './own-submission.ts'
import { contactLocks } from './store.ts'
import type { Capture, Submit } from './submit.ts'

/**
 * What a submit became; `leadId` is null while it is held back as spam. Only `captureId` may go out, as a token.
 * `visitorId` is the browser it came from, which a repeated one is told again by its press alone.
 */
export type Captured = { captureId: string; leadId: string | null; visitorId: string }

/** What capturing needs. */
export type CaptureParts = AdmissionParts & { database: Database }

/**
 * Stores person, lead, capture event, consent receipts, tags and the CRM job together: all are kept, or none
 * (docs/spec.md, 'Capturing a lead'). The same submission id twice is the same capture.
 */
export async function captureLead(parts: CaptureParts, submit: Submit): Promise<Captured> {
  return parts.database.transaction().execute((transaction) => capture(parts, transaction, submit))
}

async function capture(parts: CaptureParts, transaction: Queryable, submit: Submit): Promise<Captured> {
  const { email, details, visitorId } = submit
  await takeLocks(transaction, [
    writingLock,
    ...contactLocks(email, details.phoneE164),
    visitorLock(visitorId),
  ])
  const known = await identify(transaction, submit, visitorOf(submit))
  if (known.submission) return repeated(submit, known.submission)
  // A process takes the cookie of somebody who was erased until it hears of that: who comes with it is a new visitor.
  if (known.isErased) return capture(parts, transaction, { ...submit, visitorId: parts.newId() })
  const captured = captureOf(parts.newId(), submit, known)
  const receipts = (leadId: string | null) => insertReceipts(parts.newId, captured.id, leadId, submit)
  const leadId = await admitCapture(parts, transaction, captured, known, receipts)
  return { captureId: captured.id, leadId, visitorId }
}

/**
 * What a submit became when it came first. Its answer may have been lost with the cookie in it: whoever names that press,
 * which nobody guesses, with the same email is the same browser.
 */
function repeated(submit: Submit, { email, visitorId, ...became }: KnownSubmit): Captured {
  const { submissionId } = submit
  const isSameBrowser = submissionId !== null && isOwnSubmission(submissionId) && email === submit.email
  return { ...became, visitorId: (isSameBrowser ? visitorId : null) ?? submit.visitorId }
}

/** The visitor behind a submit: its browser may never have run the tracker (no JavaScript, blocked, killed). */
function visitorOf(submit: Submit): RawBuilder<unknown> {
  const change = {
    id: submit.visitorId,
    seen_at: submit.at.toISOString(),
    ip_address: submit.ipAddress,
    ...deviceColumns(submit.details),
    landing_path: submit.details.landingPath,
    touch: isTouch(submit.attribution) ? submit.attribution : {},
    excluded: submit.excluded,
  }
  // A lead that the owner makes says nothing of its browser, which may be well known.
  const isTold = submit.userAgent !== null || Object.values(submit.device).some(Boolean)
  return recordingOfVisitor(
    change,
    isTold ? identifyBrowser(submit.userAgent ?? undefined, submit.device) : undefined,
  )
}

/** A submit as it is stored, completed by what is known of its browser. */
function captureOf(id: string, submit: Submit, { visitor, countedUntil, isBlocked }: Known): Capture {
  const {
    device: _device,
    excluded: _excluded,
    agreedFrom: _agreedFrom,
    consents: _consents,
    ...rest
  } = submit
  return {
    ...rest,
    id,
    // What one email and one browser do never runs backwards, however long one had to wait for the other.
    at: new Date(Math.max(submit.at.getTime(), countedUntil?.getTime() ?? 0)),
    attribution: isTouch(submit.attribution) ? submit.attribution : (visitor?.lastTouch ?? {}),
    details: { ...submit.details, landingPath: submit.details.landingPath ?? visitor?.landingPath ?? null },
    hidden: submit.quarantineReason !== null || Boolean(visitor?.isOwners) || isBlocked,
    releasedAt: null,
  }
}

import { sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import type { Queryable } from '#server/platform/database.ts'

/** A capture as it is stored: one row per submit, never changed afterwards but for its lead and its release. */
export type CaptureRow = {
  id: string
  at: Date
  visitor_id: string
  submission_id: string | null
  slug: string
  name: string
  email: string
  phone: string
  source: string
  attribution: Attribution
  ip_address: string | null
  user_agent: string | null
  details: Record<string, unknown>
  quarantine_reason: string | null
  hidden: boolean
}

/** The capture that already has this submission id, if any. */
export async function findSubmission(
  transaction: Queryable,
  submissionId: string,
): Promise<{ id: string; lead_id: string | null } | undefined> {
  const { rows } = await sql<{ id: string; lead_id: string | null }>`
    select id, lead_id from lead_captures where submission_id = ${submissionId}`.execute(transaction)
  return rows[0]
}

/** Stores a capture. */
export async function insertCapture(transaction: Queryable, capture: CaptureRow): Promise<void> {
  await sql`
    with active as (update visitors set was_active = true where id = ${capture.visitor_id} and not was_active)
    insert into lead_captures (id, at, visitor_id, submission_id, slug, name, email, phone, source, attribution,
      ip_address, user_agent, details, quarantine_reason, hidden)
    values (${capture.id}, ${capture.at}, ${capture.visitor_id}, ${capture.submission_id}, ${capture.slug},
      ${capture.name}, ${capture.email}, ${capture.phone}, ${capture.source}, ${JSON.stringify(capture.attribution)},
      ${capture.ip_address}, ${capture.user_agent}, ${JSON.stringify(capture.details)},
      ${capture.quarantine_reason}, ${capture.hidden})`.execute(transaction)
}

/** A capture with what became of it. */
export type StoredCapture = CaptureRow & {
  lead_id: string | null
  claimed_lead_id: string | null
  confirmation: Confirmation | null
}

/** A capture by its id, locked; undefined where there is none. */
export async function lockCapture(transaction: Queryable, id: string): Promise<StoredCapture | undefined> {
  const { rows } = await sql<StoredCapture>`
    select * from lead_captures where id = ${id} for update`.execute(transaction)
  return rows[0]
}

/** How the owner decided on a capture with a known email from a browser that was not known to be that person's. */
export type Confirmation = 'open' | 'confirmed' | 'parted'

/** Ties a capture and its consent receipts to the lead they made. */
export async function setCaptureLead(
  transaction: Queryable,
  capture: { id: string; leadId: string | null; hidden: boolean; releasedAt: Date | null },
): Promise<void> {
  await sql`update lead_captures set lead_id = ${capture.leadId}, hidden = ${capture.hidden},
    released_at = ${capture.releasedAt} where id = ${capture.id}`.execute(transaction)
  await sql`update consent_receipts set lead_id = ${capture.leadId} where capture_id = ${capture.id}`.execute(
    transaction,
  )
}

/** Adds what a browser told after its capture to that capture, and to its lead where it may change that. */
export async function addDetails(
  transaction: Queryable,
  captureId: string,
  leadId: string | null,
  details: Record<string, unknown>,
): Promise<void> {
  const added = JSON.stringify(details)
  await sql`update lead_captures set details = details || ${added}::jsonb where id = ${captureId}`.execute(
    transaction,
  )
  await sql`update leads set details = details || ${added}::jsonb,
    landing_path = coalesce(landing_path, ${details.landingPath ?? null}) where id = ${leadId}`.execute(
    transaction,
  )
}

/** The newest capture of an email by a visitor since `since`; without a lead while it is held back as spam. */
export async function findRecentCapture(
  database: Queryable,
  visitorId: string,
  email: string,
  since: Date,
): Promise<{ id: string; lead_id: string | null; confirmation: Confirmation | null } | undefined> {
  const { rows } = await sql<{ id: string; lead_id: string | null; confirmation: Confirmation | null }>`
    select id, lead_id, confirmation from lead_captures
    where visitor_id = ${visitorId} and email = ${email} and at >= ${since}
    order by at desc limit 1`.execute(database)
  return rows[0]
}

/** A consent receipt: the exact words that stood at the form, and what was answered. */
export type ConsentReceipt = {
  id: string
  captureId: string
  kind: 'marketing' | 'automated_call'
  granted: boolean
  text: string
  version: string
  page: string
  at: Date
  ipAddress: string | null
  userAgent: string | null
}

/** Stores consent receipts. */
export async function insertReceipts(transaction: Queryable, receipts: ConsentReceipt[]): Promise<void> {
  for (const receipt of receipts)
    await sql`
      insert into consent_receipts (id, capture_id, kind, granted, text, version, page, at, ip_address, user_agent)
      values (${receipt.id}, ${receipt.captureId}, ${receipt.kind}, ${receipt.granted}, ${receipt.text},
        ${receipt.version}, ${receipt.page}, ${receipt.at}, ${receipt.ipAddress}, ${receipt.userAgent})`.execute(
      transaction,
    )
}

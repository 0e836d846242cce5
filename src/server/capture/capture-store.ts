import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { sourceOf } from '#server/tracking/touch.ts'
import type { Outcome } from './admit-capture.ts'
import type { Capture, CaptureDetails, Confirmation, Submit } from './submit.ts'

/** What stores a capture with what became of it, or what became of one that was held back. */
export function saveCapture(capture: Capture, { leadId, claim }: Outcome): RawBuilder<unknown> {
  const decidedAt = claim?.confirmation === 'parted' ? capture.at : null
  return sql`
    insert into lead_captures (id, at, visitor_id, submission_id, slug, name, email, phone, source, attribution,
      ip_address, user_agent, details, quarantine_reason, released_at, hidden, lead_id, claimed_lead_id, confirmation,
      decided_at)
    values (${capture.id}, ${capture.at}, ${capture.visitorId}, ${capture.submissionId}, ${capture.slug},
      ${capture.name}, ${capture.email}, ${capture.phone}, ${sourceOf(capture.attribution)},
      ${JSON.stringify(capture.attribution)}, ${capture.ipAddress}, ${capture.userAgent},
      ${JSON.stringify(capture.details)}, ${capture.quarantineReason}, ${capture.releasedAt},
      ${capture.hidden || claim?.confirmation === 'parted'}, ${leadId}, ${claim?.leadId ?? null},
      ${claim?.confirmation ?? null}, ${decidedAt})
    on conflict (id) do update set released_at = excluded.released_at, hidden = excluded.hidden,
      lead_id = excluded.lead_id, claimed_lead_id = excluded.claimed_lead_id, confirmation = excluded.confirmation,
      decided_at = excluded.decided_at`
}

/** A capture by its id with the lead that it counts for or claims, locked; undefined where there is none. */
export async function lockCapture(
  transaction: Queryable,
  id: string,
): Promise<(Capture & { leadId: string | null }) | undefined> {
  const { rows } = await sql<Capture & { leadId: string | null }>`
    select id, at, visitor_id as "visitorId", submission_id as "submissionId", slug, name, email, phone, attribution,
      ip_address as "ipAddress", user_agent as "userAgent", details, quarantine_reason as "quarantineReason",
      released_at as "releasedAt", hidden, coalesce(lead_id, claimed_lead_id) as "leadId"
    from lead_captures where id = ${id} for update`.execute(transaction)
  return rows[0]
}

/** Adds what a browser told after its capture to that capture, and to its lead where it may change that. */
export async function addDetails(
  database: Queryable,
  captureId: string,
  leadId: string | null,
  details: Partial<CaptureDetails>,
): Promise<void> {
  const added = JSON.stringify(details)
  await sql`
    with told as (update lead_captures set details = details || ${added}::jsonb where id = ${captureId})
    update leads set details = details || ${added}::jsonb,
      landing_path = coalesce(landing_path, ${details.landingPath ?? null})
    where id = ${leadId}`.execute(database)
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

/** What stores the consent receipts of a submit: the exact words that stood at the form, and what was answered. */
export function insertReceipts(
  newId: NewId,
  captureId: string,
  leadId: string | null,
  { consents, slug, at, agreedFrom }: Submit,
): RawBuilder<unknown> {
  const receipts = consents.map((consent) => ({ id: newId(), ...consent }))
  return sql`
    insert into consent_receipts (id, capture_id, lead_id, kind, granted, text, version, page, at, ip_address, user_agent)
    select id, ${captureId}, ${leadId}, kind, granted, text, version, ${slug}, ${at}, ${agreedFrom.ipAddress},
      ${agreedFrom.userAgent}
    from json_to_recordset(${JSON.stringify(receipts)}::json)
      as receipt (id uuid, kind text, granted boolean, text text, version text)`
}

/** What ties a capture's consent receipts to the lead that it made. */
export const giveReceipts = (captureId: string, leadId: string | null): RawBuilder<unknown> =>
  sql`update consent_receipts set lead_id = ${leadId} where capture_id = ${captureId}`

import { type RawBuilder, sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { type Capture, standInName } from './submit.ts'

/** The locks that make captures of one email, and then of one phone, wait for each other. */
export const contactLocks = (email: string, phone: string | null): RawBuilder<unknown>[] => [
  lockOn(`email ${email}`),
  ...(phone ? [lockOn(`phone ${phone}`)] : []),
]

/** Makes captures of one email, and then of one phone, wait for each other until the transaction ends. */
export const lockContact = (transaction: Queryable, email: string, phone: string | null): Promise<void> =>
  takeLocks(transaction, contactLocks(email, phone))

/** What creates a person. */
export const insertPerson = (id: string, at: Date): RawBuilder<unknown> =>
  sql`insert into people (id, created_at) values (${id}, ${at})`

// A submit released from quarantine may be older than what the lead already says.
const isNewest = sql`(excluded.last_captured_at >= leads.last_captured_at)`

/**
 * What creates the lead of an email or brings it up to date. The first touch and the first page are kept; name, phone and
 * the last touch follow the newest capture that says them.
 */
export function saveLead(
  capture: Capture,
  lead: { id: string; personId: string; firstTouch: Attribution; contactChanged: boolean },
): RawBuilder<unknown> {
  const { at, details } = capture
  const saysName = (name: string) => sql`nullif(${sql.ref(name)}, ${standInName(capture.email)})`
  return sql`
    insert into leads (id, person_id, visitor_id, email, name, phone, phone_e164, slug, capture_source, capture_count,
      first_captured_at, last_captured_at, last_counted_at, first_touch, last_touch, landing_path, lead_magnet,
      ip_address, user_agent, details)
    values (${lead.id}, ${lead.personId}, ${capture.visitorId}, ${capture.email}, ${capture.name}, ${capture.phone},
      ${details.phoneE164}, ${capture.slug}, ${details.captureSource}, 1, ${at}, ${at}, ${capture.hidden ? null : at},
      ${JSON.stringify(lead.firstTouch)}, ${JSON.stringify(capture.attribution)}, ${details.landingPath},
      ${details.leadMagnet}, ${capture.ipAddress}, ${capture.userAgent}, ${JSON.stringify(details)})
    on conflict (email) do update set
      visitor_id = case when ${isNewest} then excluded.visitor_id else leads.visitor_id end,
      name = case when ${isNewest} then coalesce(${saysName('excluded.name')}, leads.name)
        else coalesce(${saysName('leads.name')}, excluded.name) end,
      phone = case when ${isNewest} then coalesce(nullif(excluded.phone, ''), leads.phone)
        else coalesce(nullif(leads.phone, ''), excluded.phone) end,
      phone_e164 = case when ${isNewest} then coalesce(excluded.phone_e164, leads.phone_e164)
        else coalesce(leads.phone_e164, excluded.phone_e164) end,
      capture_source = case when leads.capture_source = 'customer' then 'customer' else excluded.capture_source end,
      capture_count = leads.capture_count + 1,
      first_captured_at = least(leads.first_captured_at, excluded.first_captured_at),
      last_captured_at = greatest(leads.last_captured_at, excluded.last_captured_at),
      last_counted_at = greatest(leads.last_counted_at, excluded.last_counted_at),
      first_touch = case when leads.first_touch = '{}' then excluded.first_touch else leads.first_touch end,
      last_touch = case when excluded.last_touch = '{}' or not ${isNewest} then leads.last_touch else excluded.last_touch end,
      lead_magnet = case when ${isNewest} then coalesce(excluded.lead_magnet, leads.lead_magnet)
        else coalesce(leads.lead_magnet, excluded.lead_magnet) end,
      ip_address = case when ${isNewest} then coalesce(excluded.ip_address, leads.ip_address)
        else coalesce(leads.ip_address, excluded.ip_address) end,
      user_agent = case when ${isNewest} then coalesce(excluded.user_agent, leads.user_agent)
        else coalesce(leads.user_agent, excluded.user_agent) end,
      details = case when ${isNewest} then leads.details || excluded.details
        else excluded.details || leads.details end,
      crm_contact_stale = leads.crm_contact_stale or ${lead.contactChanged},
      crm_failing_since = case when leads.crm_state = 'parked' and ${lead.contactChanged} then null
        else leads.crm_failing_since end`
}

/** What counts one more capture of a lead that changes nothing of what the lead says. */
export const countRepeatedCapture = (
  leadId: string,
  { at, hidden, details }: Capture,
): RawBuilder<unknown> => sql`
  update leads set capture_count = capture_count + 1,
    capture_source = case when ${details.captureSource !== 'analytics'} then 'customer' else capture_source end,
    first_captured_at = least(first_captured_at, ${at}),
    last_captured_at = greatest(last_captured_at, ${at}),
    last_counted_at = greatest(last_counted_at, ${hidden ? null : at})
  where id = ${leadId}`

/** What notes why values are known to belong to a person, once per person and value. `by` where the owner said so. */
export function linksToPerson(
  newId: NewId,
  personId: string,
  values: Partial<Record<'email' | 'phone' | 'visitor', string | null>>,
  { at, ...evidence }: { captureId: string; by?: 'owner'; at: Date },
): RawBuilder<unknown> {
  const links = Object.entries(values).flatMap(([kind, value]) =>
    value ? [{ id: newId(), kind, value }] : [],
  )
  return sql`
    insert into person_links (id, person_id, kind, value, evidence, at)
    select link.id, ${personId}, kind, value, ${JSON.stringify(evidence)}, ${at}
    from json_to_recordset(${JSON.stringify(links)}::json) as link (id uuid, kind text, value text)
    where not exists (select from person_links known where known.person_id = ${personId} and known.kind = link.kind
      and known.value = link.value and known.undone_at is null)`
}

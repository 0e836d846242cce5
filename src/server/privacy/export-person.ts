import { type RawBuilder, sql } from 'kysely'
import type { HeldOfPerson } from '#contract/people.ts'
import { isResponseOf } from '#server/applications/erasure-store.ts'
import { keyOfCallMails } from '#server/calendar/call-store.ts'
import { isCaptureOf, isReceiptOf } from '#server/capture/erasure-store.ts'
import { findTraces } from '#server/capture/find-traces.ts'
import { findExternalEvents } from '#server/external-events/erasure-store.ts'
import { findMails } from '#server/mail/erasure-store.ts'
import { isMilestoneOf } from '#server/milestones/erasure-store.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Rows = Record<string, unknown>[]

/** Everything that is held of one person, table by table, as it is stored. */
export async function exportPerson(database: Database, personId: string, at: Date): Promise<HeldOfPerson> {
  return database.transaction().execute(async (transaction) => {
    // All that is held is read for one person, however much that is.
    await sql`set local statement_timeout = 0`.execute(transaction)
    const who = isId(personId) ? await findTraces(transaction, personId) : undefined
    if (!who) throw new Refusal('not-found', 'There is no such person.')
    const { externalEventIds, deliveryIds } = await findExternalEvents(transaction, who)
    const rows = (table: string, column: string, ids: string[]): Promise<Rows> =>
      rowsWhere(transaction, table, sql`${sql.ref(column)} = any(${ids}::uuid[])`)
    const found = (table: string, condition: RawBuilder<unknown>): Promise<Rows> =>
      rowsWhere(transaction, table, condition)
    const visitors = await rows('visitors', 'id', who.visitorIds)
    const browserIds = visitors.flatMap(({ browser_id: id }) => (typeof id === 'string' ? [id] : []))
    const ownCalls = await callsOf(transaction, who.emails, externalEventIds)
    const keyPrefixes = ownCalls.map(({ uid }) => keyOfCallMails(String(uid)))
    const held: Record<string, Rows> = {
      leads: await rows('leads', 'id', who.leadIds),
      captures: await found('lead_captures', isCaptureOf(who)),
      consentReceipts: await found('consent_receipts', isReceiptOf(who)),
      links: await rows('person_links', 'person_id', [personId]),
      steps: await rows('lead_steps', 'lead_id', who.leadIds),
      tags: await rows('lead_tags', 'lead_id', who.leadIds),
      tagLog: await rows('auto_tag_logs', 'lead_id', who.leadIds),
      alerts: await rows('alerts', 'lead_id', who.leadIds),
      visitors,
      addresses: await rows('visitor_addresses', 'visitor_id', who.visitorIds),
      handOffs: await rows('hand_offs', 'visitor_id', who.visitorIds),
      browserLinks: await found(
        'visitor_links',
        sql`visitor_id = any(${who.visitorIds}::uuid[]) or from_visitor_id = any(${who.visitorIds}::uuid[])`,
      ),
      browsers: await rows('browsers', 'id', browserIds),
      pageViews: await rows('page_views', 'visitor_id', who.visitorIds),
      milestones: await found('milestones', isMilestoneOf(who)),
      watched: await rows('watch_progress', 'visitor_id', who.visitorIds),
      advertEvents: await rows('pixel_events', 'visitor_id', who.visitorIds),
      advertConsents: await rows('ad_consents', 'visitor_id', who.visitorIds),
      reportedEvents: await rows('ad_events', 'visitor_id', who.visitorIds),
      callRequests: await rows('call_requests', 'lead_id', who.leadIds),
      externalEvents: await rows('external_events', 'id', externalEventIds),
      factHistory: await rows('external_event_updates', 'external_event_id', externalEventIds),
      applications: await rows('applications', 'id', externalEventIds),
      applicationForms: await found('application_responses', isResponseOf(who, externalEventIds)),
      bookings: await rows('bookings', 'id', externalEventIds),
      calendarBookings: ownCalls,
      payments: await rows('payments', 'id', externalEventIds),
      paymentNames: await rows('payment_names', 'payment_id', externalEventIds),
      paymentMovements: await rows('payment_movements', 'payment_id', externalEventIds),
      calls: await rows('calls', 'id', externalEventIds),
      crmAppointments: await rows('crm_appointments', 'booking_id', externalEventIds),
      crmDifferences: await rows('crm_differences', 'lead_id', who.leadIds),
      crmOpportunities: await opportunitiesOf(transaction, who.leadIds),
      notes: await rows('lead_notes', 'lead_id', who.leadIds),
      nextSteps: await rows('lead_next_steps', 'lead_id', who.leadIds),
      mails: await rows('mails', 'id', await findMails(transaction, { ...who, keyPrefixes })),
      mailbox: await found('mail_suppressions', sql`email = any(${who.emails}::text[])`),
      deliveriesByVendors: await rows('webhook_deliveries', 'id', deliveryIds),
    }
    return Object.assign({ personId, exportedAt: at.toISOString() }, held)
  })
}

async function callsOf(transaction: Queryable, emails: string[], externalEventIds: string[]): Promise<Rows> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(one) as row from calendar_bookings one where one.email = any(${emails}::text[])
      or one.uid in (select uid from bookings where id = any(${externalEventIds}::uuid[]))`.execute(
    transaction,
  )
  return rows.map(({ row }) => row)
}

async function opportunitiesOf(transaction: Queryable, leadIds: string[]): Promise<Rows> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(one) as row from crm_opportunities one
    where contact_id in (select crm_contact_id from leads where id = any(${leadIds}::uuid[]))`.execute(
    transaction,
  )
  return rows.map(({ row }) => row)
}

async function rowsWhere(
  transaction: Queryable,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<Rows> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(one) as row from ${sql.table(table)} one where ${condition}`.execute(transaction)
  return rows.map(({ row }) => row)
}

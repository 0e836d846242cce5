import { sql } from 'kysely'
import type { Vendor } from '#contract/connections.ts'
import type { Queryable } from '#server/platform/database.ts'

/** Something that was set aside. */
export type Parked = { id: string; at: Date; title: string; reason: string | null }

const SHOWN = 20

// One question a vendor; the newest first. None of them needs a reason to be asked with personal data but the CRM's.
const questions = {
  crm: sql`
    select id, coalesce(crm_failing_since, last_captured_at) as at, name as title, crm_reason as reason
      from leads where crm_state in ('failing', 'parked') and crm_state = 'parked'
    union all select id, asked_at, 'Deletion of an erased contact', reason
      from crm_erasures where state <> 'done' and state = 'parked'`,
  meta: sql`select id, at, event_name as title, reason from ad_events where state = 'parked'`,
  email: sql`select id, created_at as at, kind as title, reason from alerts
    where channel = 'email' and state = 'parked'`,
  webhook: sql`select id, created_at as at, kind as title, reason from alerts
    where channel = 'webhook' and state = 'parked'`,
}

const ofDeliveries = (vendor: Vendor) => sql`
  select id, received_at as at, kind as title, reason from webhook_deliveries
  where vendor = ${vendor} and state <> 'done' and state = 'parked'`

/** The newest of what was set aside for a vendor. */
export async function readParked(database: Queryable, vendor: Vendor): Promise<Parked[]> {
  const question =
    vendor === 'crm' || vendor === 'meta' || vendor === 'email' || vendor === 'webhook'
      ? questions[vendor]
      : ofDeliveries(vendor)
  const { rows } = await sql<Parked>`
    select * from (${question}) parked order by at desc, id desc limit ${SHOWN}`.execute(database)
  return rows
}

/** The ids of deliveries by a vendor that were set aside, oldest first. */
export async function parkedDeliveries(
  database: Queryable,
  vendor: Vendor,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from webhook_deliveries
    where vendor = ${vendor} and state <> 'done' and state = 'parked' order by received_at, id limit ${limit}`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}

import { sql } from 'kysely'
import type { Vendor } from '#contract/connections.ts'
import { notAgainWords, parkedEvents } from '#server/conversions/replay-ad-events.ts'
import type { Queryable } from '#server/platform/database.ts'
import { type CallReplayParts, whyNotAgain } from '#server/voice/replay-call.ts'
import { uncalledSince } from '#server/voice/uncalled-store.ts'
import { TOLD_FOR_MS } from './read-call-status.ts'

/** Something that was set aside. `whyNot`: why it is not tried again, in words; null where it can be. */
export type Parked = { id: string; at: Date; title: string; reason: string | null; whyNot: string | null }

/** What reading it needs. */
export type ParkedParts = Pick<CallReplayParts, 'database' | 'clock' | 'canCall' | 'callRules'>

const SHOWN = 20

// One question a vendor; the newest first. None of them needs a reason to be asked with personal data but the CRM's.
const questions = {
  crm: sql`
    select id, coalesce(crm_failing_since, last_captured_at) as at, name as title, crm_reason as reason
      from leads where crm_state in ('failing', 'parked') and crm_state = 'parked'
    union all select id, asked_at, 'Deletion of an erased contact', reason
      from crm_erasures where state <> 'done' and state = 'parked'`,
  email: sql`select id, created_at as at, kind as title, reason from alerts
    where channel = 'email' and state = 'parked'`,
  webhook: sql`select id, created_at as at, kind as title, reason from alerts
    where channel = 'webhook' and state = 'parked'`,
}

const ofDeliveries = (vendor: Vendor) => sql`
  select id, received_at as at, kind as title, reason from webhook_deliveries
  where vendor = ${vendor} and state <> 'done' and state = 'parked'`

/** The newest of what was set aside for a vendor. */
export async function readParked(parts: ParkedParts, vendor: Vendor): Promise<Parked[]> {
  if (vendor === 'meta') return parkedEventsOf(parts)
  // What was not read is read later; nothing of it is set aside.
  if (vendor === 'meta-ads') return []
  const question =
    vendor === 'crm' || vendor === 'email' || vendor === 'webhook' ? questions[vendor] : ofDeliveries(vendor)
  const { rows } = await sql<Omit<Parked, 'whyNot'>>`
    select * from (${question}) parked order by at desc, id desc limit ${SHOWN}`.execute(parts.database)
  const parked = rows.map((row) => ({ ...row, whyNot: null }))
  if (vendor !== 'voice') return parked
  const all = [...parked, ...(await uncalled(parts))]
  return all.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, SHOWN)
}

async function parkedEventsOf({ database, clock }: ParkedParts): Promise<Parked[]> {
  const events = await parkedEvents(database, clock.now(), SHOWN)
  return events.map(({ id, at, name, reason, whyNot }) => ({
    id,
    at,
    title: name,
    reason,
    whyNot: whyNot && notAgainWords[whyNot],
  }))
}

async function uncalled(parts: ParkedParts): Promise<Parked[]> {
  const since = new Date(parts.clock.now().getTime() - TOLD_FOR_MS)
  const items: Parked[] = []
  for (const call of await uncalledSince(parts.database, since, SHOWN)) {
    const { id, requestedAt: at, name, reason, reasonCode } = call
    const whyNot = await whyNotAgain(parts.database, parts, call)
    // Who did not agree is no trouble to anybody; who has agreed since is waiting for a call.
    if (reasonCode === 'consent' && whyNot !== null) continue
    items.push({ id, at, title: `Call to ${name}`, reason, whyNot })
  }
  return items
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

import { type RawBuilder, sql } from 'kysely'
import type { AlertChannel } from '#contract/alerts.ts'
import type { Trouble, Vendor } from '#contract/connections.ts'
import type { FailureKind } from '#contract/failure-kinds.ts'
import type { Failure } from '#server/integrations/failure.ts'
import type { Queryable } from '#server/platform/database.ts'

/** What an alert tells: a new lead, that a vendor or backups fail or work again, that calls have reached their limit, or that a disk runs full. */
export type AlertKind =
  | 'new-lead'
  | 'broke'
  | 'works-again'
  | 'calls-at-cap'
  | 'backups-broke'
  | 'backups-work-again'
  | 'disk-low'
  | 'disk-full'

/** What is known of a vendor's trouble when an alert goes out. */
export type TroubleDetails = Pick<Trouble, 'since' | 'kind' | 'reason' | 'waiting'>

/** The limit that calls have reached. */
export type ReachedCap = { per: 'hour' | 'day'; limit: number }

/** The disk that runs full: of which folder, and how much room there is. */
export type ShortDisk = { folder: string; free: number; total: number }

/** An alert as it is ordered. */
export type NewAlert = {
  id: string
  channel: AlertChannel
  kind: AlertKind
  leadId: string | null
  vendor: Vendor | null
  details: Partial<TroubleDetails & ReachedCap & ShortDisk>
  at: Date
}

/** Orders an alert; false where this channel has had an alert about this lead. */
export async function insertAlert(transaction: Queryable, alert: NewAlert): Promise<boolean> {
  const { rows } = await sql`
    insert into alerts (id, channel, kind, lead_id, vendor, details, created_at)
    values (${alert.id}, ${alert.channel}, ${alert.kind}, ${alert.leadId}, ${alert.vendor},
      ${JSON.stringify(alert.details)}, ${alert.at})
    on conflict (lead_id, channel) where kind = 'new-lead' do nothing returning id`.execute(transaction)
  return rows.length > 0
}

/** Orders the alerts about a new lead by every way that is switched on, each way once for a lead; returns their ids. */
export const newLeadAlerts = (
  ids: Record<AlertChannel, string>,
  leadId: string,
  at: Date,
): RawBuilder<{ id: string }> => sql`
  insert into alerts (id, channel, kind, lead_id, details, created_at)
  select way.id, way.channel, 'new-lead', ${leadId}, '{}', ${at} from alert_settings settings
  cross join lateral (values
    (${ids.email}::uuid, 'email', email_new_lead and email_to <> ''),
    (${ids.webhook}::uuid, 'webhook', webhook_new_lead and webhook_url <> '')
  ) way (id, channel, is_on)
  where settings.id = 1 and is_on
  on conflict (lead_id, channel) where kind = 'new-lead' do nothing returning id`

/** Whether an alert about this limit of calls was ordered in a stretch of time. */
export async function wasCapTold(
  transaction: Queryable,
  per: ReachedCap['per'],
  { since, until }: { since: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`select 1 from alerts
    where kind = 'calls-at-cap' and created_at > ${since} and created_at <= ${until}
      and details ->> 'per' = ${per} limit 1`.execute(transaction)
  return rows.length > 0
}

/** Whether an alert of this kind about the disk of a folder was ordered in a stretch of time. */
export async function wasDiskTold(
  transaction: Queryable,
  kind: 'disk-low' | 'disk-full',
  folder: string,
  { since, until }: { since: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`select 1 from alerts
    where kind in ('disk-low', 'disk-full') and kind = ${kind} and created_at > ${since}
      and created_at < ${until} and details ->> 'folder' = ${folder} limit 1`.execute(transaction)
  return rows.length > 0
}

/** A lead as an alert tells of it. */
export type ToldLead = {
  id: string
  name: string
  email: string
  phone: string
  slug: string
  lead_magnet: string | null
  first_captured_at: Date
  first_touch: Partial<Record<string, string>>
}

/** An alert that waits, with the lead it is about; without one where that lead was erased meanwhile. */
export type WaitingAlert = Pick<NewAlert, 'id' | 'channel' | 'kind' | 'vendor' | 'details'> & {
  created_at: Date
  /** Why it failed before. */
  failure_kind: FailureKind | null
  lead: ToldLead | null
}

/** An alert by its id; undefined where it does not wait any more. */
export async function readWaiting(database: Queryable, id: string): Promise<WaitingAlert | undefined> {
  const { rows } = await sql<Omit<WaitingAlert, 'lead'> & { lead_id: string | null }>`
    select id, channel, kind, vendor, details, created_at, failure_kind, lead_id from alerts
    where id = ${id} and state = 'waiting'`.execute(database)
  const [alert] = rows
  if (!alert) return undefined
  const leads = alert.lead_id
    ? await sql<ToldLead>`
        select id, name, email, phone, slug, lead_magnet, first_captured_at, first_touch
        from leads where id = ${alert.lead_id} and erased_at is null`.execute(database)
    : undefined
  return { ...alert, lead: leads?.rows[0] ?? null }
}

/** The ids of the alerts of a way that wait; not of those that failed as `but`. */
export async function waitingAlerts(
  database: Queryable,
  channel: AlertChannel,
  but: FailureKind | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from alerts where channel = ${channel} and state = 'waiting'
      and (${but}::text is null or failure_kind is distinct from ${but})`.execute(database)
  return rows.map(({ id }) => id)
}

/** Notes what became of an alert. */
export async function settleAlert(
  database: Queryable,
  id: string,
  outcome: { at: Date } & ({ state: 'sent' | 'dropped' } | ({ state: 'parked' } & Failure)),
): Promise<void> {
  const { kind, reason } = outcome.state === 'parked' ? outcome : { kind: null, reason: null }
  await sql`update alerts set state = ${outcome.state}, reason = ${reason}, failure_kind = ${kind}, settled_at = ${outcome.at}
    where id = ${id}`.execute(database)
}

/** Notes why an alert still waits. */
export async function noteAlertFailure(
  database: Queryable,
  id: string,
  failure: Failure,
  at: Date,
): Promise<void> {
  await sql`update alerts set reason = ${failure.reason}, failure_kind = ${failure.kind}, failing_since = coalesce(failing_since, ${at})
    where id = ${id}`.execute(database)
}

/** Lets alerts of a way wait again that were set aside, all or the one named, and returns their ids. */
export async function reopenAlerts(
  transaction: Queryable,
  channel: AlertChannel,
  id: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update alerts set state = 'waiting', reason = null, failure_kind = null, failing_since = null, created_at = now()
    where channel = ${channel} and state = 'parked' and (${id}::uuid is null or id = ${id}) returning id`.execute(
    transaction,
  )
  return rows.map((row) => row.id)
}

/** What alerts have gone out about a vendor's trouble, locked; made where none has. */
export async function lockTrouble(
  transaction: Queryable,
  vendor: Vendor,
): Promise<{ is_alerted: boolean; alerted_at: Date }> {
  await sql`insert into vendor_troubles (vendor, is_alerted, alerted_at) values (${vendor}, false, '-infinity')
    on conflict (vendor) do nothing`.execute(transaction)
  const { rows } = await sql<{ is_alerted: boolean; alerted_at: Date }>`
    select is_alerted, case when alerted_at = '-infinity' then 'epoch' else alerted_at end as alerted_at
    from vendor_troubles where vendor = ${vendor} for update`.execute(transaction)
  const [row] = rows
  if (!row) throw new Error('a trouble gave no row')
  return row
}

/** Notes that an alert of a trouble, or of its end, went out. */
export async function noteAlerted(
  transaction: Queryable,
  vendor: Vendor,
  told: { isAlerted: boolean; at: Date | null },
): Promise<void> {
  await sql`update vendor_troubles set is_alerted = ${told.isAlerted}, alerted_at = coalesce(${told.at}, alerted_at)
    where vendor = ${vendor}`.execute(transaction)
}

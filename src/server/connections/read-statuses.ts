import { sql } from 'kysely'
import { type Trouble, vendors } from '#contract/connections.ts'
import { type WebhookVendor, webhookVendors } from '#contract/webhooks.ts'
import { readReading } from '#server/ads/reading-store.ts'
import { troubleOfReading } from '#server/crm-outcomes/crm-reading-state.ts'
import type { Queryable } from '#server/platform/database.ts'
import {
  type Connected,
  type ConnectionStatus,
  type LedgerStatus,
  notFailing,
  wasGivenUp,
} from './connection-status.ts'
import { readCallStatus, withCalls } from './read-call-status.ts'

// Everybody waits where there is none, for good.
const COUNTED_WITHOUT_CRM = 1000

/**
 * How the CRM stands, from the leads’ deliveries and from what is read there. It fails while something failed after the last success: a single
 * lead that it will not take says nothing about the others.
 */
async function readCrmStatus(database: Queryable, isConnected: boolean): Promise<ConnectionStatus> {
  const waiting = isConnected
    ? sql`(select count(*) from (
        select id from leads where crm_state in ('failing', 'parked') and crm_state = 'failing' and erased_at is null
        union select id from leads where crm_state = 'waiting' and erased_at is null
        union select lead_id from lead_tags where state = 'waiting'
        union all select id from crm_erasures where state <> 'done' and state <> 'parked'
      ) waiting)::integer`
    : sql`(select count(*) from (
        select from leads where crm_state = 'waiting' and erased_at is null limit ${COUNTED_WITHOUT_CRM}) waiting)::integer`
  const { rows } = await sql<LedgerStatus>`
    with success as (
      select greatest((select crm_delivered_at from leads where crm_delivered_at is not null
          order by crm_delivered_at desc limit 1),
        (select max(done_at) from crm_erasures where state = 'done')) as at
    ), failing as (
      select crm_failing_since as since, crm_failure_kind as kind, crm_reason as reason from leads
        where crm_state in ('failing', 'parked') and erased_at is null
          and (crm_state = 'failing' or ${wasGivenUp('crm_failure_kind')})
      union all select failing_since, failure_kind, reason from crm_erasures
        where state <> 'done' and (state = 'failing' or (state = 'parked' and ${wasGivenUp('failure_kind')}))
    ), since_success as (
      select since, kind, reason from failing, success
      where since is not null and (success.at is null or since > success.at)
    )
    select (select min(since) from since_success) as "failingSince",
      (select kind from since_success order by since desc limit 1) as kind,
      (select reason from since_success order by since desc limit 1) as reason,
      (select at from success) as "lastSuccessAt",
      ${waiting} as waiting,
      ((select count(*) from leads where crm_state in ('failing', 'parked') and crm_state = 'parked')
        + (select count(*) from crm_erasures where state <> 'done' and state = 'parked'))::integer as parked`.execute(
    database,
  )
  const [row] = rows
  if (!row) throw new Error('the CRM’s ledger gave no row')
  if (!isConnected) return { vendor: 'crm', isConnected, ...row, ...notFailing }
  const reading = await troubleOfReading(database)
  const isWorse = reading?.failing_since && !(row.failingSince && row.failingSince < reading.failing_since)
  const { failing_since: failingSince = null, kind = null, reason = null } = reading ?? {}
  return { vendor: 'crm', isConnected, ...row, ...(isWorse ? { failingSince, kind, reason } : {}) }
}

// Of what is open or was given up: since when, and what was said last.
const trouble = sql`min(since) as "failingSince",
  (array_agg(failure_kind order by since desc) filter (where since is not null))[1] as kind,
  (array_agg(reason order by since desc) filter (where since is not null))[1] as reason`

/** How the vendors stand that deliver to us: what came through, what waits here, what could not be used. */
async function readWebhookStatuses(database: Queryable, connected: Connected): Promise<ConnectionStatus[]> {
  const { rows } = await sql<LedgerStatus & { vendor: WebhookVendor }>`
    select vendor, open.*, success.at as "lastSuccessAt"
    from unnest(${[...webhookVendors]}::text[]) vendors (vendor)
    left join lateral (
      select received_at as at from webhook_deliveries done where done.vendor = vendors.vendor and state = 'done'
      order by received_at desc, id desc limit 1
    ) success on true
    cross join lateral (
      select (count(*) filter (where state = 'waiting'))::integer as waiting,
        (count(*) filter (where state = 'parked'))::integer as parked, ${trouble}
      from (
        select state, failure_kind, reason, case
            when state = 'waiting' and reason is not null then greatest(received_at, settled_at)
            when state = 'parked' and ${wasGivenUp('failure_kind')} and (success.at is null or received_at > success.at)
              then received_at end as since
        from webhook_deliveries where webhook_deliveries.vendor = vendors.vendor and state <> 'done'
      ) one
    ) open`.execute(database)
  return rows.map((row) => ({ ...row, isConnected: connected[row.vendor] }))
}

/** How the advert account stands, from its own ledger. */
async function readMetaStatus(database: Queryable, isConnected: boolean): Promise<ConnectionStatus> {
  const { rows } = await sql<LedgerStatus>`
    select failing_since as "failingSince", kind, reason, last_sent_at as "lastSuccessAt",
      (select count(*) from ad_events where state = 'waiting')::integer as waiting,
      (select count(*) from ad_events where state = 'parked')::integer as parked
    from ad_connection where id = 1`.execute(database)
  const row = rows[0] ?? { ...notFailing, lastSuccessAt: null, waiting: 0, parked: 0 }
  return { vendor: 'meta', isConnected, ...row, ...(isConnected ? {} : notFailing) }
}

/** How reading what ads cost stands; nothing waits for it here. */
async function readSpendStatus(database: Queryable, isConnected: boolean): Promise<ConnectionStatus> {
  const {
    failing_since: failingSince,
    kind,
    reason,
    last_read_at: lastSuccessAt,
  } = await readReading(database)
  const failing = isConnected ? { failingSince, kind, reason } : notFailing
  return { vendor: 'meta-ads', isConnected, ...failing, lastSuccessAt, waiting: 0, parked: 0 }
}

/** The statuses of the channels that alerts go out by; mails to people take the same way as alerts by email. */
async function readAlertStatuses(
  database: Queryable,
  connected: Connected,
  now: Date,
): Promise<ConnectionStatus[]> {
  const { rows } = await sql<LedgerStatus & { vendor: 'email' | 'webhook'; has_address: boolean }>`
    select channels.vendor,
      exists (select from alert_settings where channels.vendor = 'email' or webhook_url <> '') as has_address, success.at as "lastSuccessAt", open.*
    from (values ('email'), ('webhook')) channels (vendor)
    left join lateral (
      select max(at) as at from (
        (select settled_at as at from alerts where channel = channels.vendor and state = 'sent'
          order by settled_at desc limit 1)
        union all (select settled_at from mails where channels.vendor = 'email' and state = 'sent'
          order by settled_at desc limit 1)
      ) sent
    ) success on true
    cross join lateral (
      select (count(*) filter (where state = 'waiting'))::integer as waiting,
        (count(*) filter (where state = 'parked'))::integer as parked,
        ${trouble}
      from (
        select state, failure_kind, reason, case when (state = 'waiting' or ${wasGivenUp('failure_kind')})
            and (success.at is null or failing_since > success.at) then failing_since end as since
        from (
          select state, failing_since, failure_kind, reason from alerts
            where channel = channels.vendor and state in ('waiting', 'parked')
          union all select state, failing_since, failure_kind, reason from mails
            where channels.vendor = 'email' and (state = 'waiting' or state = 'failed')
              and (send_after is null or send_after <= ${now})
        ) told
      ) open_ones
    ) open`.execute(database)
  return rows.map(({ has_address, ...row }) => ({
    ...row,
    isConnected: connected[row.vendor] && (row.vendor === 'email' || has_address),
  }))
}

const FIVE_MINUTES_MS = 300_000

/** How every vendor stands, in the order in which they are shown. */
export async function readStatuses(
  database: Queryable,
  connected: Connected,
  now: Date,
): Promise<ConnectionStatus[]> {
  const calls = await readCallStatus(database, now)
  const all = [
    await readCrmStatus(database, connected.crm),
    ...(await readWebhookStatuses(database, connected)).map((one) =>
      one.vendor === 'voice' ? withCalls(one, calls, connected.calls) : one,
    ),
    await readMetaStatus(database, connected.meta),
    await readSpendStatus(database, connected['meta-ads']),
    ...(await readAlertStatuses(database, connected, now)),
  ]
  return vendors.flatMap((vendor) => all.filter((one) => one.vendor === vendor))
}

/** The vendors among them that have been failing for longer than a hiccup. */
export function troubles(statuses: ConnectionStatus[], now: Date): Trouble[] {
  return statuses.flatMap(({ vendor, isConnected, failingSince, kind, reason, waiting }) =>
    isConnected && failingSince && now.getTime() - failingSince.getTime() > FIVE_MINUTES_MS
      ? [{ vendor, since: failingSince.toISOString(), kind, reason, waiting }]
      : [],
  )
}

import { sql } from 'kysely'
import type { FailureKind } from '#contract/failure-kinds.ts'
import {
  type WebhookDelivery,
  type WebhookVendor,
  type WhyRefused,
  webhookVendors,
} from '#contract/webhooks.ts'
import type { Failure } from '#server/integrations/failure.ts'
import type { Queryable } from '#server/platform/database.ts'

/** A delivery as it is stored; its body is the text that was signed. */
export type DeliveryRow = {
  id: string
  vendor: WebhookVendor
  event_id: string
  kind: string
  received_at: Date
  body: string
  state: WebhookDelivery['state']
  reason: string | null
}

/** Stores a delivery; false where the vendor delivered it before. */
export async function insertDelivery(
  transaction: Queryable,
  delivery: DeliveryRow & { failure_kind: FailureKind | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into webhook_deliveries (id, vendor, event_id, kind, received_at, body, state, reason, failure_kind)
    values (${delivery.id}, ${delivery.vendor}, ${delivery.event_id}, ${delivery.kind}, ${delivery.received_at},
      ${delivery.body}, ${delivery.state}, ${delivery.reason}, ${delivery.failure_kind})
    on conflict (vendor, event_id) do nothing returning id`.execute(transaction)
  return rows.length > 0
}

/**
 * A delivery that waits to be worked off, locked, with since when it does: since it came, or since it was made to wait
 * again. Undefined where it does not wait any more.
 */
export async function lockWaiting(
  transaction: Queryable,
  id: string,
): Promise<(DeliveryRow & { waits_since: Date }) | undefined> {
  const { rows } = await sql<DeliveryRow & { waits_since: Date }>`
    select id, vendor, event_id, kind, received_at, body, state, reason,
      greatest(received_at, settled_at) as waits_since from webhook_deliveries
    where id = ${id} and state = 'waiting' for update`.execute(transaction)
  return rows[0]
}

/** Empties a delivery of what it told; that it was delivered stays, so that it is known again. */
export async function emptyDelivery(transaction: Queryable, id: string): Promise<void> {
  await sql`update webhook_deliveries set body = '{}' where id = ${id}`.execute(transaction)
}

/** Notes what became of a delivery that waits; one that another process settled meanwhile stays as it is. */
export async function settleDelivery(
  database: Queryable,
  id: string,
  outcome: { at: Date } & (
    | { state: 'done'; reason: string | null; kind: null }
    | ({ state: 'parked' } & Failure)
  ),
): Promise<void> {
  await sql`update webhook_deliveries set state = ${outcome.state}, reason = ${outcome.reason},
    failure_kind = ${outcome.kind}, settled_at = ${outcome.at}
    where id = ${id} and state = 'waiting'`.execute(database)
}

/** Notes why a delivery still waits. */
export async function noteFailure(database: Queryable, id: string, failure: Failure): Promise<void> {
  await sql`update webhook_deliveries set reason = ${failure.reason}, failure_kind = ${failure.kind}
    where id = ${id} and state = 'waiting'`.execute(database)
}

/** Makes a delivery that was set aside wait again; false where it was not set aside. */
export async function reopenDelivery(transaction: Queryable, id: string, at: Date): Promise<boolean> {
  const { rows } =
    await sql`update webhook_deliveries set state = 'waiting', reason = null, failure_kind = null,
    settled_at = ${at}
    where id = ${id} and state = 'parked' returning id`.execute(transaction)
  return rows.length > 0
}

/** Makes deliveries wait again that a migration has marked to be read again, and returns their ids. */
export async function reopenToReadAgain(transaction: Queryable, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update webhook_deliveries set state = 'waiting', reason = null,
    settled_at = ${at}
    where state = 'done' and reason = 'To be read again.' returning id`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Deliveries, newest first, with their number in all. */
export async function listDeliveries(
  database: Queryable,
  query: { state: WebhookDelivery['state'] | 'all'; limit: number },
): Promise<{ rows: WebhookDelivery[]; total: number }> {
  const which = query.state === 'all' ? sql`` : sql`where state = ${query.state}`
  const { rows } = await sql<Omit<DeliveryRow, 'body' | 'event_id'> & { total: number }>`
    select id, vendor, kind, received_at, state, reason, count(*) over () as total
    from webhook_deliveries ${which} order by received_at desc, id desc limit ${query.limit}`.execute(
    database,
  )
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ id, vendor, kind, received_at, state, reason }) => ({
      id,
      vendor,
      kind,
      receivedAt: received_at.toISOString(),
      state,
      reason,
    })),
  }
}

/** Notes that a call's signature did not fit; anybody can send such a call, so only their number is kept. */
export async function noteRefusal(
  database: Queryable,
  vendor: WebhookVendor,
  why: WhyRefused,
  at: Date,
): Promise<void> {
  await sql`insert into webhook_refusals (vendor, first_at, last_at, number, reason)
    values (${vendor}, ${at}, ${at}, 1, ${why})
    on conflict (vendor) do update set last_at = excluded.last_at, reason = excluded.reason,
      number = least(webhook_refusals.number + 1, 1000000)`.execute(database)
}

/** Calls whose signature did not fit, since the last delivery that came through. */
export async function readRefusals(
  database: Queryable,
): Promise<Map<string, { number: number; lastAt: string; why: WhyRefused | null }>> {
  const { rows } = await sql<{ vendor: string; number: number; last_at: Date; reason: WhyRefused | null }>`
    select vendor, number, last_at, reason from webhook_refusals refused
    where not exists (select from webhook_deliveries one
      where one.vendor = refused.vendor and one.received_at >= refused.last_at)`.execute(database)
  return new Map(
    rows.map(({ vendor, number, last_at, reason }) => [
      vendor,
      { number, lastAt: last_at.toISOString(), why: reason },
    ]),
  )
}

/** When each vendor's last delivery came whose signature was right. */
export async function lastReceived(database: Queryable): Promise<Map<string, Date>> {
  const { rows } = await sql<{ vendor: string; at: Date | null }>`
    select vendor, (select max(received_at) from (
        (select received_at from webhook_deliveries where vendor = vendors.vendor and state = 'done'
          order by received_at desc limit 1)
        union all select max(received_at) from webhook_deliveries
          where vendor = vendors.vendor and state <> 'done'
      ) received) as at
    from unnest(${[...webhookVendors]}::text[]) vendors (vendor)`.execute(database)
  return new Map(rows.flatMap(({ vendor, at }) => (at ? [[vendor, at] as const] : [])))
}

import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** A payment that is known by a name. */
export type NamedPayment = { id: string; key: string; leadId: string | null }

/**
 * The payments known by any of these names, what was sold here first, then the oldest. A charge is of one payment: where
 * the news name the payment itself, one of another name is not meant.
 */
export async function findByNames(transaction: Queryable, names: string[]): Promise<NamedPayment[]> {
  const { rows } = await sql<NamedPayment>`
    select event.id, event.key, event.lead_id as "leadId" from payments payment
    join external_events event on event.id = payment.id
    where payment.id in (select payment_id from payment_names named where name = any(${names}::text[])
      and not (name like 'ch\\_%' and ${names.some((name) => name.startsWith('pi_'))} and exists (
        select from payment_names other where other.payment_id = named.payment_id and other.name like 'pi\\_%'
          and other.name <> all(${names}::text[]))))
    order by payment.session_id is null, event.at, event.id`.execute(transaction)
  return rows
}

/** Notes by what else a payment is known. */
export async function addNames(transaction: Queryable, paymentId: string, names: string[]): Promise<void> {
  await sql`insert into payment_names (name, payment_id) select name, ${paymentId} from unnest(${names}::text[]) name
    on conflict (name) do nothing`.execute(transaction)
}

/** Makes two payments that turn out to be one into the first, with all that is known of either. */
export async function mergeInto(
  transaction: Queryable,
  kept: NamedPayment,
  other: NamedPayment,
  at: Date,
): Promise<void> {
  await sql`update payment_names set payment_id = ${kept.id} where payment_id = ${other.id}`.execute(
    transaction,
  )
  const { rows } = await sql<{ amount: number | null; currency: string | null; payer: string | null }>`
    delete from payments where id = ${other.id}
    returning amount_minor as amount, currency, payer_name as payer`.execute(transaction)
  const [row] = rows
  await sql`update payments set amount_minor = coalesce(amount_minor, ${row?.amount ?? null}),
    currency = coalesce(currency, ${row?.currency ?? null}), payer_name = coalesce(payer_name, ${row?.payer ?? null})
    where id = ${kept.id}`.execute(transaction)
  await sql`delete from external_event_updates other using external_event_updates one
    where other.external_event_id = ${other.id} and one.external_event_id = ${kept.id} and one.key = other.key`.execute(
    transaction,
  )
  await sql`update external_event_updates set external_event_id = ${kept.id} where external_event_id = ${other.id}`.execute(
    transaction,
  )
  const isTaken = kept.leadId === null && other.leadId !== null
  await sql`update external_events kept set at = least(kept.at, other.at), email = coalesce(kept.email, other.email),
    phone_e164 = coalesce(kept.phone_e164, other.phone_e164), reference = coalesce(kept.reference, other.reference),
    lead_id = coalesce(kept.lead_id, other.lead_id), joined_by = coalesce(kept.joined_by, other.joined_by),
    joined_at = coalesce(kept.joined_at, other.joined_at),
    settled_by_owner = kept.settled_by_owner or other.settled_by_owner
    from external_events other where kept.id = ${kept.id} and other.id = ${other.id}`.execute(transaction)
  await (isTaken
    ? sql`update person_links set value = ${kept.id} where value = ${other.id} and kind = 'payment'`
    : sql`update person_links set undone_at = coalesce(undone_at, ${at}) where value = ${other.id} and kind = 'payment'`
  ).execute(transaction)
  await sql`delete from external_events where id = ${other.id}`.execute(transaction)
}

import { type Kysely, sql } from 'kysely'
import { applyAll } from './apply-all.ts'

const before = applyAll([
  `create table payment_names (
    name text primary key,
    payment_id uuid not null references payments (id) on delete cascade
  )`,
  `comment on table payment_names is 'Under what the checkout knows a payment: session, payment, charge, invoice. News that share a name are of one payment.'`,
  'create index payment_names_by_payment on payment_names (payment_id)',
  'alter table payments add subscription_id text',
  'create index payments_by_subscription on payments (subscription_id) where subscription_id is not null',
  // For the lead that a payment may be, and for the calls that are asked about.
  'create index leads_by_whole_name on leads (lower(name))',
  `create index leads_by_email_name on leads (split_part(email, '@', 1))`,
  `create index bookings_without_outcome on bookings (start_at) where status = 'booked'`,

  `insert into payment_names (name, payment_id)
    select key, payments.id from payments join external_events on external_events.id = payments.id
    union select session_id, id from payments where session_id is not null
    on conflict do nothing`,

  // What was paid, and each rise of what was given back.
  `insert into payment_movements (id, payment_id, key, kind, at, amount_minor, currency)
    select gen_random_uuid(), payment.id, 'paid', 'paid', min(told.at), payment.amount_minor, upper(payment.currency)
    from payments payment join external_event_updates told on told.external_event_id = payment.id
    where told.kind = 'paid' and payment.amount_minor > 0 and payment.currency is not null
    group by payment.id`,
  `insert into payment_movements (id, payment_id, key, kind, at, amount_minor, currency)
    select gen_random_uuid(), payment.id, 'refunded ' || rise.key, 'refunded', rise.at, rise.before - rise.now, upper(payment.currency)
    from payments payment join (
      select external_event_id, key, at, max(refunded) over told as now,
        coalesce(max(refunded) over (partition by external_event_id order by at, refunded, key
          rows between unbounded preceding and 1 preceding), 0) as before
      from (
        select external_event_id, key, at, (details ->> 'refundedMinor')::bigint as refunded
        from external_event_updates where kind = 'refunded' and details ? 'refundedMinor'
      ) steps
      window told as (partition by external_event_id order by at, refunded, key)
    ) rise on rise.external_event_id = payment.id and rise.now > rise.before
    where payment.currency is not null and exists (
      select from external_event_updates told where told.external_event_id = payment.id and told.kind = 'paid')`,

  // Until now a call that took place was only to be read from its history.
  `update bookings set status = 'held' where status = 'booked' and (
    select told.kind = 'shown' and told.delivery_id is null from external_event_updates told
    where told.external_event_id = bookings.id and told.kind in ('shown', 'no_show')
    order by told.at desc, told.id desc limit 1)`,

  // What came after sales was kept and not used until now.
  `update webhook_deliveries set reason = 'To be read again.' where vendor = 'stripe' and state = 'done'
    and reason = 'This kind of news is not used.' and kind ~ '^(refund|charge[.]refund|charge[.]dispute|invoice|invoice_payment)[.]'`,
])

/** What else the stored sessions say of their payments: what invoice they paid, and of which subscription. */
async function readSessions(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ body: string }>`select body from webhook_deliveries
    where vendor = 'stripe' and kind like 'checkout.session.%' and body like '%sub\\_%'`.execute(database)
  for (const { body } of rows) {
    const session = objectOf(body)
    const [id, subscription, invoice] = [session.id, session.subscription, session.invoice].map(nameOf)
    if (!id || !subscription) continue
    const names = [`first of ${subscription}`, ...(invoice ? [invoice] : [])]
    await sql`update payments set subscription_id = ${subscription} where session_id = ${id}`.execute(
      database,
    )
    await sql`insert into payment_names (name, payment_id) select name, payments.id
      from payments cross join unnest(${names}::text[]) name where session_id = ${id}
      on conflict do nothing`.execute(database)
  }
}

type Names = { id?: unknown; subscription?: unknown; invoice?: unknown }

function objectOf(body: string): Names {
  try {
    const { data } = JSON.parse(body) as { data?: { object?: Names } }
    return data?.object ?? {}
  } catch {
    return {}
  }
}

const nameOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null && 'id' in value ? nameOf(value.id) : null
}

/** What came and went after the sale: by which names a payment is known, its movements so far, and calls that took place. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await before(database)
  await readSessions(database)
}

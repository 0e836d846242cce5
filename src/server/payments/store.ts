import { sql } from 'kysely'
import type { Payment, SuggestedLead } from '#contract/payments.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Movement } from './movements-of.ts'

/** What one piece of news says of a payment. */
export type PaymentRow = {
  /** What sold it: a checkout session, or an invoice; null where the news names the payment only. */
  sessionId: string | null
  amountMinor: number | null
  currency: string | null
  payerName: string | null
  subscriptionId: string | null
  isTest: boolean
}

/** Stores a payment or adds to it, and returns what it sold for, as it is known then. */
export async function savePayment(
  transaction: Queryable,
  externalEventId: string,
  payment: PaymentRow,
): Promise<{ amountMinor: number | null; currency: string | null; subscriptionId: string | null }> {
  const { rows } = await sql<{
    amountMinor: number | null
    currency: string | null
    subscriptionId: string | null
  }>`
    insert into payments (id, session_id, status, amount_minor, currency, payer_name, subscription_id, is_test)
    values (${externalEventId}, ${payment.sessionId}, 'pending', ${payment.amountMinor}, ${payment.currency},
      ${payment.payerName}, ${payment.subscriptionId}, ${payment.isTest})
    on conflict (id) do update set
      session_id = coalesce(payments.session_id, excluded.session_id),
      amount_minor = coalesce(payments.amount_minor, excluded.amount_minor),
      currency = coalesce(payments.currency, excluded.currency),
      payer_name = coalesce(payments.payer_name, excluded.payer_name),
      subscription_id = coalesce(payments.subscription_id, excluded.subscription_id)
    returning amount_minor as "amountMinor", currency, subscription_id as "subscriptionId"`.execute(
    transaction,
  )
  return rows[0] ?? { amountMinor: null, currency: null, subscriptionId: null }
}

/** Notes how a payment stands. */
export async function setPaymentState(
  transaction: Queryable,
  externalEventId: string,
  state: {
    status: Payment['status']
    paidMinor: number | null
    refundedMinor: number
    disputedMinor: number
  },
): Promise<void> {
  await sql`update payments set status = ${state.status}, amount_minor = coalesce(${state.paidMinor}, amount_minor),
    refunded_minor = ${state.refundedMinor}, disputed_minor = ${state.disputedMinor}
    where id = ${externalEventId}`.execute(transaction)
}

/** Makes a payment's movements of money these and no others; one that is there already stays the row it is. */
export async function setMovements(
  transaction: Queryable,
  paymentId: string,
  movements: Movement[],
): Promise<void> {
  const all = JSON.stringify(movements)
  await sql`delete from payment_movements where payment_id = ${paymentId}
    and not key = any(${movements.map(({ key }) => key)}::text[])`.execute(transaction)
  await sql`insert into payment_movements (id, payment_id, key, kind, at, amount_minor, currency)
    select gen_random_uuid(), ${paymentId}, key, kind, at, "amountMinor", currency
    from json_to_recordset(${all}::json)
      as movement (key text, kind text, at timestamptz, "amountMinor" bigint, currency text)
    on conflict (payment_id, key) do update set kind = excluded.kind, at = excluded.at,
      amount_minor = excluded.amount_minor, currency = excluded.currency`.execute(transaction)
}

type ListRow = Omit<Payment, 'at' | 'joinedAt'> & { at: Date; joinedAt: Date | null; total: number }

// The one lead that another payment of the subscription is, or that is called as the payer, or whose email has the same
// name at another address; where there are two, nothing speaks for either.
const suggestion = sql<SuggestedLead | null>`
  case when event.lead_id is null then (
    select json_build_object('leadId', (array_agg(found.id))[1], 'name', min(found.name), 'email', min(found.email),
      'because', min(found.because))
    from (
      select lead.id, lead.person_id, lead.name, lead.email, ways.because, ways.rank,
        min(ways.rank) over () as best
      from (
        select sibling_event.lead_id as id, 'subscription' as because, 1 as rank
        from payments sibling join external_events sibling_event on sibling_event.id = sibling.id
        where sibling.subscription_id = payment.subscription_id and sibling_event.lead_id is not null
        union
        select id, 'same-name', 2 from leads
        where lower(name) = lower(trim(payment.payer_name)) and position(' ' in trim(payment.payer_name)) > 0
        union
        select id, 'same-email-name', 3 from leads
        where length(split_part(event.email, '@', 1)) >= 5
          and split_part(email, '@', 1) = split_part(event.email, '@', 1)
      ) ways join leads lead on lead.id = ways.id and lead.erased_at is null
    ) found where found.rank = found.best having count(distinct found.person_id) = 1
  ) end`

/** Payments, newest first, with their number in all. A refund of something paid elsewhere is none of them. */
export async function listPayments(
  database: Queryable,
  query: { joined: 'all' | 'yes' | 'no'; limit: number },
): Promise<{ rows: Payment[]; total: number }> {
  const which = {
    all: sql``,
    yes: sql`and event.lead_id is not null`,
    no: sql`and event.lead_id is null`,
  }[query.joined]
  const { rows } = await sql<ListRow>`
    select payment.id, event.at, payment.status, coalesce(payment.amount_minor, 0) as "amountMinor",
      payment.refunded_minor as "refundedMinor", payment.disputed_minor as "disputedMinor", payment.currency,
      event.email as "payerEmail", payment.payer_name as "payerName", payment.is_test as "isTest",
      event.lead_id as "leadId", lead.name as "leadName", event.joined_by as "joinedBy", event.joined_at as "joinedAt",
      ${suggestion} as suggestion, payment.total
    from (
      select payment.*, count(*) over () as total from payments payment
      join external_events event on event.id = payment.id
      where payment.session_id is not null ${which}
      order by event.at desc, payment.id desc limit ${query.limit}
    ) payment join external_events event on event.id = payment.id left join leads lead on lead.id = event.lead_id
    order by event.at desc, payment.id desc`.execute(database)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, at, joinedAt, ...payment }) => ({
      ...payment,
      at: at.toISOString(),
      joinedAt: joinedAt?.toISOString() ?? null,
    })),
  }
}

import { sql } from 'kysely'
import type { Payment } from '#contract/payments.ts'
import type { Queryable } from '#server/platform/database.ts'

/** What one piece of news says of a payment. */
export type PaymentRow = {
  sessionId: string | null
  amountMinor: number | null
  currency: string | null
  payerName: string | null
  /** All that was given back so far. */
  refundedMinor: number
  isTest: boolean
}

/** Stores a payment or adds to it, and gives its amounts as they are then. */
export async function savePayment(
  transaction: Queryable,
  externalEventId: string,
  payment: PaymentRow,
): Promise<{ paid: number | null; refunded: number }> {
  const { rows } = await sql<{ paid: number | null; refunded: number }>`
    insert into payments (id, session_id, status, amount_minor, currency, payer_name, refunded_minor, is_test)
    values (${externalEventId}, ${payment.sessionId}, 'pending', ${payment.amountMinor}, ${payment.currency},
      ${payment.payerName}, ${payment.refundedMinor}, ${payment.isTest})
    on conflict (id) do update set
      session_id = coalesce(payments.session_id, excluded.session_id),
      amount_minor = coalesce(payments.amount_minor, excluded.amount_minor),
      currency = coalesce(payments.currency, excluded.currency),
      payer_name = coalesce(payments.payer_name, excluded.payer_name),
      refunded_minor = greatest(payments.refunded_minor, excluded.refunded_minor)
    returning amount_minor as paid, refunded_minor as refunded`.execute(transaction)
  return rows[0] ?? { paid: null, refunded: 0 }
}

/** Notes how a payment stands. */
export async function setPaymentStatus(
  transaction: Queryable,
  externalEventId: string,
  status: Payment['status'],
): Promise<void> {
  await sql`update payments set status = ${status} where id = ${externalEventId}`.execute(transaction)
}

type ListRow = Omit<Payment, 'at'> & { at: Date; total: number }

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
      payment.refunded_minor as "refundedMinor", payment.currency, event.email as "payerEmail",
      payment.payer_name as "payerName", payment.is_test as "isTest", event.lead_id as "leadId",
      event.joined_by as "joinedBy", count(*) over () as total
    from payments payment join external_events event on event.id = payment.id
    where payment.session_id is not null ${which}
    order by event.at desc, payment.id desc limit ${query.limit}`.execute(database)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, at, ...payment }) => ({ ...payment, at: at.toISOString() })),
  }
}

import { randomUUID } from 'node:crypto'
import type { RunningProduct } from './running-product.ts'

/** One row of spend; what is left out is empty. */
export type SpendMade = {
  platform?: string
  currency?: string
  day: string
  through?: string
  campaignId?: string
  campaign?: string
  adsetId?: string
  adset?: string
  adId?: string
  ad?: string
  micros: number
  impressions?: number
  clicks?: number
}

/** Writes rows of spend that are in force; returns their ids. */
export async function makeSpend(product: RunningProduct, rows: SpendMade[]): Promise<number[]> {
  const ids: number[] = []
  for (const row of rows) {
    const [made] = await product.query(
      `insert into ad_spend (platform, account, currency, day, through, campaign_id, campaign, adset_id, adset, ad_id, ad,
        spend_micros, impressions, clicks) values ($1, 'account', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
      [
        row.platform ?? 'meta',
        row.currency ?? 'USD',
        row.day,
        row.through ?? row.day,
        row.campaignId ?? '',
        row.campaign ?? '',
        row.adsetId ?? '',
        row.adset ?? '',
        row.adId ?? '',
        row.ad ?? '',
        row.micros,
        row.impressions ?? 0,
        row.clicks ?? 0,
      ],
    )
    ids.push(Number(made?.id))
  }
  return ids
}

/** A call of a lead's that is held, missed or only booked. */
export async function makeBooking(
  product: RunningProduct,
  booking: { leadId: string | null; at: Date; status: 'booked' | 'held' | 'no_show' | 'cancelled' },
): Promise<string> {
  const id = randomUUID()
  await product.query(
    "insert into external_events (id, kind, key, at, lead_id) values ($1, 'booking', $2, $3, $4)",
    [id, `made ${id}`, booking.at, booking.leadId],
  )
  await product.query(
    'insert into bookings (id, uid, status, start_at, reported_at) values ($1, $2, $3, $4, $4)',
    [id, `made ${id}`, booking.status, booking.at],
  )
  return id
}

/** A payment of a lead's with its movements, in the smallest unit. */
export async function makePayment(
  product: RunningProduct,
  payment: {
    leadId: string | null
    currency?: string
    isTest?: boolean
    movements: { kind: 'paid' | 'refunded' | 'disputed' | 'reinstated'; at: Date; amount: number }[]
  },
): Promise<string> {
  const id = randomUUID()
  const [first] = payment.movements
  await product.query(
    "insert into external_events (id, kind, key, at, lead_id) values ($1, 'payment', $2, $3, $4)",
    [id, `made ${id}`, first?.at ?? new Date(), payment.leadId],
  )
  await product.query(
    "insert into payments (id, session_id, status, amount_minor, currency, refunded_minor, is_test) values ($1, $2, 'paid', $3, $4, 0, $5)",
    [id, `made ${id}`, first?.amount ?? 0, payment.currency ?? 'usd', payment.isTest ?? false],
  )
  for (const movement of payment.movements) await makeMovement(product, id, movement, payment.currency)
  return id
}

/** One more movement of a payment. */
export async function makeMovement(
  product: RunningProduct,
  paymentId: string,
  movement: { kind: 'paid' | 'refunded' | 'disputed' | 'reinstated'; at: Date; amount: number },
  currency = 'usd',
): Promise<void> {
  const id = randomUUID()
  await product.query(
    'insert into payment_movements (id, payment_id, key, kind, at, amount_minor, currency) values ($1, $2, $3, $4, $5, $6, $7)',
    [id, paymentId, id, movement.kind, movement.at, movement.amount, currency],
  )
}

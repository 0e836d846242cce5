import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'

/** How far a payment has come. */
export const paymentStatuses = [
  'pending',
  'paid',
  'failed',
  'partly_refunded',
  'refunded',
  // Somebody asks about it; no money has moved.
  'inquiry',
  // Taken back by the payer's bank, as long as nobody has decided; and for good.
  'disputed',
  'dispute_lost',
] as const

/**
 * By what an external event was found to be somebody's: our id, the email, the phone, a browser's claim, another payment
 * of the same subscription, or the owner.
 */
export const joinedBy = [
  'reference',
  'email',
  'phone',
  'visitor',
  'same-email',
  'subscription',
  'owner',
] as const

/** By what an external event was found to be somebody's. */
export type JoinedBy = (typeof joinedBy)[number]

/** The lead that a payment of nobody's may be, and what speaks for it. */
export const SuggestedLead = z.object({
  leadId: z.string(),
  name: z.string(),
  email: z.string(),
  because: z.enum(['subscription', 'same-name', 'same-email-name']),
})
export type SuggestedLead = z.output<typeof SuggestedLead>

/** A payment with whose it is, where that is known. Amounts are in the currency's smallest unit. */
export const Payment = z.object({
  id: z.string(),
  at: z.string(),
  status: z.enum(paymentStatuses),
  amountMinor: z.number(),
  refundedMinor: z.number(),
  /** What the payer's bank has taken and not given back. */
  disputedMinor: z.number(),
  currency: z.string().nullable(),
  payerEmail: z.string().nullable(),
  payerName: z.string().nullable(),
  isTest: z.boolean(),
  leadId: z.string().nullable(),
  leadName: z.string().nullable(),
  joinedBy: z.enum(joinedBy).nullable(),
  /** Since when it is that lead's, or nobody's again. */
  joinedAt: z.string().nullable(),
  /** The lead that it most likely is, where it is nobody's and something speaks for one. */
  suggestion: SuggestedLead.nullable(),
})
export type Payment = z.output<typeof Payment>

/** The owner's calls about payments. */
export const paymentsApi = {
  'GET /api/payments': {
    for: 'owner',
    input: z.object({
      joined: z.enum(['all', 'yes', 'no']).default('all'),
      limit: z.coerce.number<number | string>().int().min(1).max(1000).default(100),
    }),
    output: z.array(Payment),
    summary: 'Payments, newest first; `joined=no` are those that nobody is known for.',
  },
  'POST /api/payments/:id/join': {
    for: 'owner',
    input: z.object({ id: z.string(), leadId: z.string() }),
    output: Done,
    summary: 'Says whose a payment is. Only the payment is joined: no two people become one.',
  },
  'POST /api/payments/:id/undo-join': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: Done,
    summary: 'Takes a payment away from its lead again; it is not joined by itself any more.',
  },
} satisfies Endpoints

import type { JoinedBy } from '#contract/payments.ts'

/** What a vendor's signature can vouch for. */
export type FactKind = 'application' | 'booking' | 'payment' | 'call'

/** A way to find whose a fact is, without the owner. */
export type Way = Exclude<JoinedBy, 'owner'>

/**
 * The ways in which a fact of each kind is joined, the strongest first. A payment and a call carry the id we gave
 * them; what is typed into a form or a calendar is stronger than an id that travelled in its address.
 */
export const waysOf: Record<FactKind, Way[]> = {
  application: ['email', 'phone', 'reference', 'visitor'],
  booking: ['email', 'phone', 'reference', 'visitor'],
  payment: ['reference', 'email', 'phone', 'visitor'],
  call: ['reference', 'phone', 'email'],
}

import type { JoinedBy } from '#contract/payments.ts'

/** What a vendor's signature can verify. */
export type ExternalEventKind = 'application' | 'booking' | 'payment' | 'call'

/** A way to find whose an external event is, without the owner. */
export type Way = Exclude<JoinedBy, 'owner'>

/**
 * The ways in which an external event of each kind is joined, the strongest first. A payment and a call carry the id we gave
 * them; what is typed into a form or a calendar is stronger than an id that travelled in its address.
 * The weakest is the id of a browser that only gave the lead's email.
 */
export const waysOf: Record<ExternalEventKind, Way[]> = {
  application: ['email', 'phone', 'reference', 'visitor', 'same-email'],
  booking: ['email', 'phone', 'reference', 'visitor', 'same-email'],
  payment: ['reference', 'email', 'phone', 'visitor', 'same-email'],
  call: ['reference', 'phone', 'email', 'same-email'],
}

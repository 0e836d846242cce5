import type { VouchedFact } from './later-truth-store.ts'
import { minorUnitsOf } from './minor-units.ts'

/** A later truth: what it is, when it came true, and the words under which it is told once. */
export type Truth = { thing: string; at: Date } & (
  | { kind: 'applied' | 'held' }
  | { kind: 'booked'; booking: string }
  | { kind: 'paid'; value: number; currency: string }
)

// As long as the owner has to say that nobody came.
const HELD_AFTER_MS = 2 * 3_600_000

/**
 * What a person's facts make true by `now`, and when something more may come true. Applied and held count once per
 * person; each booking and each payment is one of its own. A booked call counts as held once the calendar was told so,
 * or two hours after its end if nobody was marked as missing.
 */
export function truthsIn(
  facts: VouchedFact[],
  personId: string,
  now: Date,
): { truths: Truth[]; lookAgainAt: Date | undefined } {
  const truths: Truth[] = []
  const later: number[] = []
  for (const fact of facts) {
    if (fact.kind === 'application')
      truths.push({ kind: 'applied', thing: `applied ${personId}`, at: fact.at })
    if (fact.kind === 'payment' && fact.amountMinor && fact.currency) {
      const currency = fact.currency.toUpperCase()
      const value = fact.amountMinor / minorUnitsOf(currency)
      truths.push({ kind: 'paid', thing: `paid ${fact.id}`, at: fact.at, value, currency })
    }
    if (fact.kind !== 'booking') continue
    truths.push({ kind: 'booked', thing: `booked ${fact.key}`, at: fact.at, booking: fact.key })
    if (fact.bookingStatus !== 'booked') continue
    const heldAt = fact.shownAt ?? fact.endAt
    const isSure = fact.shownAt ? now.getTime() : (fact.endAt?.getTime() ?? Number.NaN) + HELD_AFTER_MS
    if (heldAt && isSure <= now.getTime())
      truths.push({ kind: 'held', thing: `held ${personId}`, at: heldAt })
    else if (Number.isFinite(isSure)) later.push(isSure)
  }
  return { truths, lookAgainAt: later.length > 0 ? new Date(Math.min(...later)) : undefined }
}

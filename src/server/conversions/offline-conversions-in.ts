import { minorUnitsOf } from './minor-units.ts'
import type { VerifiedEvent } from './offline-conversion-store.ts'

/** A offline conversion: what it is, when it came true, and the words under which it is told once. */
export type OfflineConversion = { thing: string; at: Date } & (
  | { kind: 'applied' | 'held' }
  | { kind: 'booked'; booking: string }
  | { kind: 'paid'; value: number; currency: string }
)

// As long as the owner has to say that nobody came.
const HELD_AFTER_MS = 2 * 3_600_000

/**
 * What a person's external events make true by `now`, and when something more may come true. Applied and held count once per
 * person; each booking and each payment is one of its own. A booked call counts as held once the calendar was told so,
 * or two hours after its end if nobody was marked as missing.
 */
export function offlineConversionsIn(
  events: VerifiedEvent[],
  personId: string,
  now: Date,
): { conversions: OfflineConversion[]; lookAgainAt: Date | undefined } {
  const conversions: OfflineConversion[] = []
  const later: number[] = []
  for (const event of events) {
    if (event.kind === 'application')
      conversions.push({ kind: 'applied', thing: `applied ${personId}`, at: event.at })
    if (event.kind === 'payment' && event.amountMinor && event.currency) {
      const currency = event.currency.toUpperCase()
      const value = event.amountMinor / minorUnitsOf(currency)
      conversions.push({ kind: 'paid', thing: `paid ${event.id}`, at: event.at, value, currency })
    }
    if (event.kind !== 'booking') continue
    conversions.push({ kind: 'booked', thing: `booked ${event.key}`, at: event.at, booking: event.key })
    if (event.bookingStatus !== 'booked') continue
    const heldAt = event.shownAt ?? event.endAt
    const isSure = event.shownAt ? now.getTime() : (event.endAt?.getTime() ?? Number.NaN) + HELD_AFTER_MS
    if (heldAt && isSure <= now.getTime())
      conversions.push({ kind: 'held', thing: `held ${personId}`, at: heldAt })
    else if (Number.isFinite(isSure)) later.push(isSure)
  }
  return { conversions, lookAgainAt: later.length > 0 ? new Date(Math.min(...later)) : undefined }
}

import { addressKey } from '#server/platform/address-key.ts'
import type { Queryable } from '#server/platform/database.ts'
import { tellsCallersApart } from '#server/platform/rate-limit.ts'
import { limitPassed } from './call-limits.ts'
import { isNumberTaken, type NotCalledCode, type Placed, readCallConsent } from './call-request-store.ts'
import { type CallSetup, callableCountries } from './call-rules.ts'
import { type NeverDialled, whyNeverDialled } from './callable-number.ts'
import { CALLING_HOURS, isCallingHour } from './calling-hours.ts'

/** Whoever applied expects the call now; an hour later it comes out of the blue. */
export const GIVE_UP_AFTER_MS = 3_600_000

const DAY_MS = 86_400_000

/** Why a call is not placed that nothing hinders but our own rules. */
export type AgainstTheRules = Exclude<NotCalledCode, 'trouble'>

/** The owner's rules, and the country that stands where they name none. */
export type CallRules = { setup: CallSetup; ownCountry: string }

/** The rules in the owner's words. */
export const whyNotWords: Record<AgainstTheRules, string> = {
  consent: 'There is no consent to automated calls for this number.',
  phone: 'The phone number cannot be read.',
  again: 'This number was called within the last 24 hours.',
  number: 'Premium, toll-free, satellite and other special numbers are never called.',
  country: 'The number is from a country that is not called. Site, AI call, lists those that are.',
  hours: `Where the number is, it is not between ${CALLING_HOURS.from}:00 and ${CALLING_HOURS.to}:00.`,
  address: 'Too many calls were asked for from the same internet address.',
  'hour-cap': 'No more calls within the hour: the limit under Site, AI call, was reached.',
  'day-cap': 'No more calls within 24 hours: the limit under Site, AI call, was reached.',
}

/** A call as far as the rules ask about it. */
export type CallInQuestion = {
  id: string
  leadId: string
  phone: string | null
  /** The timezone that the lead's browser reported. */
  timezone: string | null
  requestedAt: Date
  /** When it was last counted against the limits, if it was. */
  placedAt: Date | null
}

/** What a number and a moment alone say against a call; null where they say nothing. */
export function whyNotNow(
  { phone, timezone }: { phone: string; timezone: string | null },
  { setup, ownCountry }: CallRules,
  at: Date,
): NeverDialled | 'hours' | null {
  const never = whyNeverDialled(phone, callableCountries(setup, ownCountry))
  if (never) return never
  return isCallingHour(phone, timezone, at) ? null : 'hours'
}

/**
 * By which rule a number may not be called at this moment, or what is noted of a call that may be placed. Only under the
 * lock of the limits does the answer hold until it is acted on.
 */
export async function whyNotCalled(
  database: Queryable,
  call: CallInQuestion,
  rules: CallRules,
  at: Date,
): Promise<{ code: AgainstTheRules } | { code: null; placed: Placed }> {
  const { id, leadId, phone, requestedAt, placedAt } = call
  if (!phone) return { code: 'phone' }
  const consent = await readCallConsent(database, leadId, phone)
  if (!consent.granted) return { code: 'consent' }
  const now = whyNotNow({ ...call, phone }, rules, at)
  if (now) return { code: now }
  if (await isNumberTaken(database, id, phone, { since: new Date(at.getTime() - DAY_MS), at }))
    return { code: 'again' }
  const { address } = consent
  const key = address !== null && tellsCallersApart(address) ? addressKey(address) : null
  // A call that is tried again was counted when it was tried first.
  if (placedAt !== null && placedAt >= requestedAt)
    return { code: null, placed: { phone, at: placedAt, addressKey: key } }
  const passed = await limitPassed(database, { id, addressKey: key }, rules.setup, at)
  return passed ? { code: passed } : { code: null, placed: { phone, at, addressKey: key } }
}

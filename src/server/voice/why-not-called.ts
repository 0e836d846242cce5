import type { Queryable } from '#server/platform/database.ts'
import { hasCallConsent, isNumberTaken, type NotCalledCode } from './call-request-store.ts'

/** Whoever applied expects the call now; an hour later it comes out of the blue. */
export const GIVE_UP_AFTER_MS = 3_600_000

const DAY_MS = 86_400_000

/** Why a call is not placed that nothing hinders but our own rules. */
export type AgainstTheRules = Exclude<NotCalledCode, 'trouble'>

/** The rules in the owner's words. */
export const whyNotWords: Record<AgainstTheRules, string> = {
  consent: 'There is no consent to automated calls for this number.',
  phone: 'The phone number cannot be read.',
  again: 'This number was called within the last 24 hours.',
}

/** By which rule a number may not be called at this moment; null where it may. */
export async function whyNotCalled(
  database: Queryable,
  { id, leadId, phone }: { id: string; leadId: string; phone: string | null },
  at: Date,
): Promise<AgainstTheRules | null> {
  if (!phone) return 'phone'
  if (!(await hasCallConsent(database, leadId, phone))) return 'consent'
  return (await isNumberTaken(database, id, phone, new Date(at.getTime() - DAY_MS))) ? 'again' : null
}

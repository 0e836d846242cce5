/**
 * What became of a booking's tag: done, softly failed (the booking stands, nothing is said), or failed with a reason; offline
 * where nothing came back.
 */
export type TagOutcome =
  | { kind: 'tagged' }
  | { kind: 'unknown' }
  | { kind: 'failed' | 'offline'; message: string }

// These mean that the CRM does not know the contact yet, which is none of the visitor's concern.
const SOFT = ['Contact not found', 'HighLevel', 'GHL']

/**
 * Reads the tag call's answer (docs/spec.md, 'Booking pages'); `fallback` is said where the server gives no reason.
 */
export function tagOutcome(isOk: boolean, body: unknown, fallback: string): TagOutcome {
  if (isOk) return { kind: 'tagged' }
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message = typeof error === 'string' && error.trim() !== '' ? error : fallback
  const isSoft = SOFT.some((word) => message.toLowerCase().includes(word.toLowerCase()))
  return isSoft ? { kind: 'unknown' } : { kind: 'failed', message }
}

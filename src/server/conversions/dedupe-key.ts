import type { PixelEvent } from './store.ts'

/** The pages whose SubmitApplication tells that somebody has applied; on /bookstrategy it tells of another step. */
export const APPLIED_ON = ['/thankyoucallc', '/qualified']

/**
 * What a browser's event tells of, in the words under which the server would tell the same from a vendor's signed word;
 * null where the server tells nothing of the kind. A page's Purchase is the owner's worth of a step, not a payment.
 */
export function dedupeKeyOf(
  event: Pick<PixelEvent, 'eventName' | 'dedupeKey' | 'path'>,
  personId: string | null,
): string | null {
  if (event.eventName === 'Schedule') return `booked ${event.dedupeKey.replace(/^booking /, '')}`
  if (event.eventName === 'SubmitApplication' && APPLIED_ON.includes(event.path) && personId)
    return `applied ${personId}`
  return null
}

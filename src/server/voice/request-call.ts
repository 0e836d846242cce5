import { isHeldTestLead } from '#server/capture/test-lead.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import {
  announceWaitingCall,
  callsLock,
  hasAppliedSince,
  lastCallRequest,
  saveCallRequest,
} from './call-request-store.ts'

/** The name of the job that places a call, or notes why there is none. */
export const placeCallJob = 'place-call'

const ONCE_WITHIN_MS = 24 * 3_600_000

/** The pages that tell their visitor that a call is coming. */
const ANNOUNCED_ON = ['/thankyoucall', '/thankyoucallb', '/qualified']

/** Whether a page tells its visitor that a call is coming. */
export const announcesCall = (page: string | undefined): boolean =>
  page !== undefined && ANNOUNCED_ON.includes(page)

/**
 * Wishes that the voice agent calls a lead that has applied, with the job in the same transaction. A lead is called once
 * within 24 hours, however many words of its application arrive; an application older than that calls nobody, and the
 * owner's own test neither. A page that is opened again (`isRepeated`) may as well have been reloaded: it calls only whom
 * nobody has called since they last applied.
 */
export async function requestCall(
  parts: { queue: Pick<Queue, 'send'>; newId: NewId },
  transaction: Queryable,
  wish: { leadId: string; page: string | null; appliedAt: Date; at: Date; isRepeated?: boolean },
): Promise<void> {
  const { leadId, page, at } = wish
  const since = new Date(at.getTime() - ONCE_WITHIN_MS)
  if (wish.appliedAt < since || (await isHeldTestLead(transaction, leadId))) return
  await takeLocks(transaction, [callsLock(leadId)])
  // The form's word alone may set off nothing, so what a page announces is not lost in it.
  if (page !== null && (await announceWaitingCall(transaction, { leadId, page, lately: { since, at } })))
    return
  const last = await lastCallRequest(transaction, leadId, {
    since: wish.isRepeated ? new Date(0) : since,
    at,
  })
  // What was not placed for want of consent or a number may be by now.
  if (last && last.state !== 'not_called') {
    const isOfEarlier =
      last.requestedAt <= since && (await hasAppliedSince(transaction, leadId, last.requestedAt))
    if (!isOfEarlier) return
  }
  const id = last?.state === 'not_called' ? last.id : parts.newId()
  await saveCallRequest(transaction, { id, leadId, page, at })
  await parts.queue.send(transaction, placeCallJob, { callRequestId: id })
}

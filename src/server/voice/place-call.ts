import { VendorError } from '#server/integrations/vendor-error.ts'
import type { VoiceAgent } from '#server/integrations/voice-agent.ts'
import type { CaptureParts } from '#server/leads/capture-lead.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database.ts'
import { insertTag } from '#server/tagging/store.ts'
import {
  type CallRequest,
  forgetCallRequest,
  isCallWaiting,
  leaseCallRequest,
  letCallWait,
  lockCallsOf,
  setNumber,
  settleCallRequest,
} from './call-request-store.ts'
import { GIVE_UP_AFTER_MS, whyNotCalled, whyNotWords } from './why-not-called.ts'

/** What placing a call needs. `setup` is the owner's: which tag starts a call, and whether the form's word does. */
export type PlacingParts = CaptureParts & {
  clock: Clock
  voiceAgent: VoiceAgent | undefined
  callSetup(): { tag: string; onForm: boolean }
}

const LEASE_MS = 30_000

/**
 * Has the voice agent call somebody who applied: by the CRM tag that starts it, by a post to its address, or both.
 * Nobody is called without a stored consent for that very number; why not is kept. Throws when trying again makes
 * sense; an hour after the wish it is given up, and the agent is not asked any more.
 */
export async function placeCall(parts: PlacingParts, id: string): Promise<void> {
  const { database, clock, voiceAgent } = parts
  const now = clock.now()
  const request = await leaseCallRequest(database, id, now, new Date(now.getTime() + LEASE_MS))
  if (!request) {
    if (!(await isCallWaiting(database, id))) return
    throw new VendorError('This call is being placed by another process.', {
      vendor: 'voice agent',
      kind: 'unreachable',
    })
  }
  const { tag, onForm } = parts.callSetup()
  if ((!voiceAgent && !tag) || (request.page === null && !onForm)) return forgetCallRequest(database, id)
  if (isTooLate(request, now)) return giveUp(parts, request, request.reason)
  const phone = await database
    .transaction()
    .execute((transaction) => reserve(parts, transaction, request, tag))
  if (!phone) return
  try {
    await voiceAgent?.requestCall({
      callRequestId: id,
      leadId: request.lead_id,
      name: request.name,
      phone,
      email: request.email,
      timezone: request.timezone,
      page: request.page,
      attribution: {
        source: request.last_touch.utm_source ?? null,
        campaign: request.last_touch.utm_campaign ?? null,
      },
      requestedAt: request.requested_at,
    })
    await settleCallRequest(database, id, {
      ...{ state: 'sent', reason: null, code: null, at: clock.now(), isOver: true },
    })
  } catch (error) {
    await settleFailure(parts, request, error)
  }
}

/** Checks at the last moment whether this number may be called, and takes it; null where not, with the reason kept. */
async function reserve(
  parts: PlacingParts,
  transaction: Queryable,
  request: CallRequest,
  tag: string,
): Promise<string | null> {
  const { id, lead_id: leadId, phone_e164: phone } = request
  const at = parts.clock.now()
  if (phone) await lockCallsOf(transaction, phone)
  const code = await whyNotCalled(transaction, { id, leadId, phone }, at)
  if (code || !phone) {
    const reason = whyNotWords[code ?? 'phone']
    await settleCallRequest(transaction, id, {
      ...{ state: 'not_called', reason, code: code ?? 'phone', at, isOver: true },
    })
    return null
  }
  await setNumber(transaction, id, phone)
  const isNew =
    tag !== '' &&
    (await insertTag(transaction, {
      id: parts.newId(),
      leadId,
      tagName: tag,
      ruleId: null,
      trigger: 'application',
      evidence: { callRequestId: id },
      at,
    }))
  if (isNew) await parts.queue.send(transaction, parts.job, { leadId })
  return phone
}

async function settleFailure(parts: PlacingParts, request: CallRequest, error: unknown): Promise<void> {
  const { database, clock } = parts
  const at = clock.now()
  const reason = error instanceof VendorError ? error.message : 'The call failed on our side.'
  if (error instanceof VendorError && !error.retryable)
    return settleCallRequest(database, request.id, {
      ...{ state: 'parked', reason, code: 'trouble', at, isOver: true },
    })
  if (isTooLate(request, at)) return giveUp(parts, request, reason)
  await letCallWait(database, request.id, reason, at)
  throw error
}

const isTooLate = (request: CallRequest, at: Date): boolean =>
  at.getTime() - request.requested_at.getTime() > GIVE_UP_AFTER_MS

/** Sets a call aside that would come out of the blue by now; one that was never tried says nothing about the agent. */
function giveUp(
  { database, clock }: PlacingParts,
  { id }: CallRequest,
  reason: string | null,
): Promise<void> {
  return settleCallRequest(database, id, {
    state: 'parked',
    reason: `Gave up after an hour. ${reason ?? 'It was not tried in time.'}`,
    code: 'trouble',
    at: clock.now(),
    isOver: reason === null,
  })
}

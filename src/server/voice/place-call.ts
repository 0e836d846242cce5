import { type Failure, failureOf } from '#server/integrations/failure.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { VoiceAgent } from '#server/integrations/voice-agent.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { recordExecutions } from '#server/tagging/execution-store.ts'
import { releaseTag } from '#server/tagging/held-tags.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { limitsLock } from './call-limits.ts'
import {
  type CallRequest,
  callsLock,
  forgetCallRequest,
  forgetUnannounced,
  isCallWaiting,
  leaseCallRequest,
  letCallWait,
  markPlaced,
  settleCallRequest,
} from './call-request-store.ts'
import type { CallSetup } from './call-rules.ts'
import { tellCapReached } from './tell-cap-reached.ts'
import { GIVE_UP_AFTER_MS, whyNotCalled, whyNotWords } from './why-not-called.ts'

/** What placing a call needs. */
export type PlacingParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  newId: NewId
  clock: Clock
  voiceAgent: VoiceAgent | undefined
  /** Whether there is a CRM that a tag would reach. */
  isCrmConnected: boolean
  callSetup(): CallSetup
  /** The country whose numbers may be called where the owner names none. */
  defaultCountry: string
}

const LEASE_MS = 30_000

// Another try finds out what has become of it.
const notNow = (reason: string): VendorError =>
  new VendorError(reason, { vendor: 'voice agent', kind: 'unreachable' })

/**
 * Has the voice agent call somebody who applied: by the CRM tag that starts it, by a post to its address, or both.
 * Nobody is called without a stored consent for that very number, outside the owner's limits, or at night; why not is
 * kept. Throws when trying again makes
 * sense; an hour after the wish it is given up, and the agent is not asked any more.
 */
export async function placeCall(parts: PlacingParts, id: string): Promise<void> {
  const { database, clock, voiceAgent } = parts
  const now = clock.now()
  const setup = parts.callSetup()
  // Before it is leased, so that the page's word either comes in time or finds no wish at all.
  if (!setup.onForm) await forgetUnannounced(database, id)
  const request = await leaseCallRequest(database, id, now, new Date(now.getTime() + LEASE_MS))
  if (!request) {
    if (!(await isCallWaiting(database, id))) return
    throw notNow('This call is being placed by another process.')
  }
  const canCall = voiceAgent || (parts.isCrmConnected && setup.tag !== '')
  if (!canCall || (request.page === null && !setup.onForm)) return letGo(parts, request)
  if (isTooLate(request, now)) return giveUp(parts, request, lastFailure(request))
  const phone = await database
    .transaction()
    .execute((transaction) => reserve(parts, transaction, request, setup))
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
      state: 'sent',
      reason: null,
      code: null,
      at: clock.now(),
      isOver: true,
    })
  } catch (error) {
    await settleFailure(parts, request, error)
  }
}

/**
 * Checks at the last moment whether this number may be called, takes it and counts it against the limits; null where not,
 * with the reason kept.
 */
async function reserve(
  parts: PlacingParts,
  transaction: Queryable,
  request: CallRequest,
  setup: CallSetup,
): Promise<string | null> {
  const { id, lead_id: leadId, phone_e164: phone, timezone } = request
  const { requested_at: requestedAt, placed_at: placedAt } = request
  const at = parts.clock.now()
  await takeLocks(transaction, [...(phone ? [callsLock(phone)] : []), limitsLock])
  const call = { id, leadId, phone, timezone, requestedAt, placedAt }
  const found = await whyNotCalled(transaction, call, { setup, ownCountry: parts.defaultCountry }, at)
  if (found.code !== null) {
    const { code } = found
    await settleCallRequest(transaction, id, {
      state: 'not_called',
      reason: whyNotWords[code],
      code,
      at,
      isOver: true,
    })
    if (code === 'hour-cap' || code === 'day-cap') await tellCapReached(parts, transaction, code, setup, at)
    return null
  }
  // The wish last, as where a page's word sets tags and then notes its page on it.
  if (setup.tag !== '') await setCallTag(parts, transaction, { id, leadId }, setup.tag)
  // With it goes the tag that was just set.
  if (!(await markPlaced(transaction, id, found.placed))) throw notNow('This call waits no more.')
  return found.placed.phone
}

/** Has the CRM get the tag that starts the call, also where it was held back before, or got for an earlier call. */
async function setCallTag(
  parts: PlacingParts,
  transaction: Queryable,
  { id, leadId }: { id: string; leadId: string },
  tagName: string,
): Promise<void> {
  const evidence = { callRequestId: id }
  const at = parts.clock.now()
  const tag = { id: parts.newId(), leadId, tagName, ruleId: null, trigger: 'application', evidence, at }
  const isNew = (await recordExecutions(transaction, [{ ...tag, ifHeld: 'nothing' }])).size > 0
  if (isNew || (await releaseTag(transaction, leadId, tagName, evidence)))
    await orderDelivery(parts.queue, transaction, leadId)
}

async function settleFailure(parts: PlacingParts, request: CallRequest, error: unknown): Promise<void> {
  const { database, clock } = parts
  const at = clock.now()
  const failure = failureOf(error, 'The call failed on our side.')
  if (error instanceof VendorError && !error.retryable)
    return settleCallRequest(database, request.id, {
      state: 'parked',
      ...failure,
      code: 'trouble',
      at,
      isOver: true,
    })
  if (isTooLate(request, at)) return giveUp(parts, request, failure)
  await letCallWait(database, request.id, failure, at)
  throw error
}

const lastFailure = ({ failure_kind: kind, reason }: CallRequest): Failure | null =>
  kind && reason !== null ? { kind, reason } : null

/** Nothing here can place the call: a wish that nobody was ever asked for is forgotten, one that was tried is kept. */
function letGo({ database, clock }: PlacingParts, request: CallRequest): Promise<void> {
  const failure = lastFailure(request)
  if (!failure) return forgetCallRequest(database, request.id)
  return settleCallRequest(database, request.id, {
    state: 'parked',
    reason: `The voice agent was removed before it took the call. ${failure.reason}`,
    code: 'trouble',
    kind: failure.kind,
    at: clock.now(),
    isOver: true,
  })
}

const isTooLate = (request: CallRequest, at: Date): boolean =>
  at.getTime() - request.requested_at.getTime() > GIVE_UP_AFTER_MS

/** Sets a call aside that would come out of the blue by now; one that was never tried says nothing about the agent. */
function giveUp(
  { database, clock }: PlacingParts,
  { id }: CallRequest,
  failure: Failure | null,
): Promise<void> {
  const { kind, reason } = failure ?? { kind: 'our-side', reason: 'It was not tried in time.' }
  return settleCallRequest(database, id, {
    state: 'parked',
    reason: `Gave up after an hour. ${reason}`,
    code: 'trouble',
    kind,
    at: clock.now(),
    isOver: failure === null,
  })
}

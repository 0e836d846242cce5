import { type CallStatus, callStatuses } from '#contract/webhook-voice.ts'
import { readPhone } from '#server/capture/read-phone.ts'
import { type DeliveryHandler, notUsed, ofErased } from '#server/external-events/delivery-handler.ts'
import { recordExternalEvent } from '#server/external-events/record-external-event.ts'
import type { Queryable } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { leadOfCallRequest } from './call-request-store.ts'
import { eraseCalls } from './erasure-store.ts'
import { readCall } from './read-call.ts'
import { saveCall } from './store.ts'

/** Keeps what the voice agent says of a phone call and joins it by the lead's id it was placed with, else by phone. */
export const receiveCall: DeliveryHandler = async (parts, transaction, delivery) => {
  const call = readCall(delivery.body)
  if (!call) return notUsed
  const isOver = callStatuses.indexOf(call.status) > callStatuses.indexOf('answered')
  const said = isOver ? (call.endedAt ?? call.startedAt) : call.startedAt
  const at = call.at ?? said ?? delivery.receivedAt
  const externalEvent = await recordExternalEvent(
    parts,
    transaction,
    {
      kind: 'call',
      key: `${call.provider} ${call.callId}`,
      email: null,
      phone: call.phone ? readPhone(call.phone, parts.defaultCountry) : null,
      reference: call.leadId ?? (await leadAskedFor(transaction, call.callRequestId)),
    },
    { key: call.status, kind: call.status, at, details: {}, deliveryId: delivery.id },
    delivery.now,
  )
  await saveCall(transaction, externalEvent.id, call, furthest(externalEvent.history))
  if (!externalEvent.isErased) return null
  await eraseCalls(transaction, [externalEvent.id], [])
  return ofErased
}

/** The lead that a call was asked for: known by the request's id alone. */
const leadAskedFor = async (transaction: Queryable, requestId: string | undefined): Promise<string | null> =>
  requestId && isId(requestId) ? leadOfCallRequest(transaction, requestId) : null

/** The state furthest on the way: news may arrive late, and a call never goes back. */
const furthest = (history: { kind: string }[]): CallStatus =>
  callStatuses.findLast((status) => history.some(({ kind }) => kind === status)) ?? 'queued'

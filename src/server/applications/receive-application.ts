import { TypeformWebhook } from '#contract/webhook-typeform.ts'
import { type DeliveryHandler, notUsed, ofErased } from '#server/external-events/delivery-handler.ts'
import { recordExternalEvent } from '#server/external-events/record-external-event.ts'
import { tagByTrigger } from '#server/external-events/set-off-rules.ts'
import { requestCall } from '#server/voice/request-call.ts'
import { APPLIED_PAGES } from './applied-pages.ts'
import { readFormResponse } from './read-form-response.ts'
import { saveApplication } from './store.ts'

/** Keeps a filled application form with its answers, joins it, and tags its lead by the rules for applications. */
export const receiveApplication: DeliveryHandler = async (parts, transaction, delivery) => {
  const { event_type, form_response } = TypeformWebhook.parse(delivery.body)
  if (event_type !== 'form_response') return notUsed
  const application = readFormResponse(form_response, parts.defaultCountry)
  const externalEvent = await recordExternalEvent(
    parts,
    transaction,
    {
      kind: 'application',
      key: application.token,
      email: application.email,
      phone: application.phone,
      reference: application.reference,
    },
    {
      key: 'submitted',
      kind: 'submitted',
      at: application.submittedAt,
      details: {},
      deliveryId: delivery.id,
    },
    delivery.now,
  )
  await saveApplication(transaction, externalEvent.id, application)
  if (externalEvent.isErased) return ofErased
  const applied = { ...externalEvent, trigger: 'application' as const, page: APPLIED_PAGES }
  await tagByTrigger(parts, transaction, applied, delivery.now)
  // Whoever types a known email into another browser has nobody called.
  if (externalEvent.lead_id && externalEvent.joined_by !== 'same-email')
    await requestCall(parts, transaction, {
      leadId: externalEvent.lead_id,
      page: null,
      appliedAt: externalEvent.at,
      at: delivery.now,
    })
  return null
}

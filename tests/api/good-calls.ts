import { calBooking, checkoutEvent, formResponse } from '#support/webhook-bodies.ts'
import {
  brokerCall,
  calCall,
  retellCall,
  stripeCall,
  typeformCall,
  type VendorCall,
  voiceCall,
} from '#support/webhook-senders.ts'

const at = '2026-11-20T10:00:00.000Z'
let number = 0
/** One good call of each kind, each time with ids of its own. */
export function goodCalls(): Record<string, VendorCall> {
  number += 1
  const call = { callId: `call-${number}`, status: 'ringing', phone: '+12025550143' }
  return {
    cal: calCall(calBooking('BOOKING_CREATED', { uid: `uid-${number}`, createdAt: at })),
    typeform: typeformCall(formResponse({ token: `token-${number}`, submittedAt: at })),
    stripe: stripeCall(
      checkoutEvent('checkout.session.completed', {
        eventId: `evt_${number}`,
        session: `cs_${number}`,
        at,
      }),
    ),
    voice: voiceCall(call),
    retell: retellCall({ event: 'call_started', call: { call_id: `r-${number}` } }),
    broker: brokerCall({ ...call, callId: `b-${number}` }),
  }
}

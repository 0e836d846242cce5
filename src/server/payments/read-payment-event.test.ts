import { expect, test } from 'vitest'
import { readPaymentEvent } from './read-payment-event.ts'

const session = (mode: string, payment_status: string) =>
  readPaymentEvent(
    {
      ...{ id: 'evt_1', type: 'checkout.session.completed', created: 1_795_000_000, livemode: true },
      data: { object: { id: 'cs_1', mode, payment_status, amount_total: null, currency: null } },
    },
    'US',
  )

test('a card that was only put on file is no sale; what cost nothing is one', () => {
  expect(session('setup', 'no_payment_required')).toBeNull()
  expect(session('payment', 'no_payment_required')?.sale).toMatchObject({ id: 'cs_1', amountMinor: 0 })
})

test('news of another kind are not used, whatever they are like; those of a payment have to be whole', () => {
  const thin = { id: 'evt_2', created: '2026-11-29T10:00:00Z', related_object: { id: 'meter_1' } }
  expect(readPaymentEvent({ ...thin, type: 'v1.billing.meter.no_meter_found' }, 'US')).toBeNull()
  expect(() => readPaymentEvent({ ...thin, type: 'charge.refunded' }, 'US')).toThrow(/created/)
})

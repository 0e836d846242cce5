import { describe, expect, it } from 'vitest'
import { whyNeverDialled } from './callable-number.ts'

describe('a number that is never dialled', () => {
  it.each([
    ['premium', '+19005551234'],
    ['premium', '+449098765432'],
    ['toll-free', '+18005551234'],
    ['toll-free', '+448001234567'],
    ['satellite', '+881612345678'],
    ['satellite', '+870773111632'],
    ['an international network', '+88216123456'],
    ['a personal number', '+447012345678'],
    ['a pager', '+447640123456'],
    ['short', '+1911'],
    ['short', '+44999'],
    ['no number', '+1'],
    ['no number', ''],
  ])('is %s: %s', (_kind, phone) => expect(whyNeverDialled(phone, ['US', 'GB'])).toBe('number'))

  it.each(['+18095551234', '+18765551234', '+447781123456', '+4915112345678'])(
    'is of another country, also under a shared code: %s',
    (phone) => expect(whyNeverDialled(phone, ['US', 'GB'])).toBe('country'),
  )

  it.each(['+12125550155', '+447400123456', '+442079460155', '+33912345678'])('is not %s', (phone) =>
    expect(whyNeverDialled(phone, ['US', 'GB', 'FR'])).toBeNull(),
  )
})

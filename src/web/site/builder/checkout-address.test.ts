import { describe, expect, it } from 'vitest'
import { checkoutAddress } from './checkout-address.ts'

const link = 'https://buy.stripe.com/test_abc?locale=en'
const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams)

describe('the checkout’s address', () => {
  it('is the owner’s where nothing is known', () => {
    expect(checkoutAddress(link)).toBe(link)
  })

  it('carries who it is and which campaign it was beside what the owner put there', () => {
    const address = checkoutAddress(link, {
      reference: '0198f0c2-7d1e-7b3a_9',
      email: 'ana+1@example.com',
      attribution: { utm_source: 'ig', utm_campaign: 'spring-26', fbclid: 'AbC', utm_ad: 'not theirs' },
    })
    expect(queryOf(address)).toEqual({
      locale: 'en',
      client_reference_id: '0198f0c2-7d1e-7b3a_9',
      prefilled_email: 'ana+1@example.com',
      utm_source: 'ig',
      utm_campaign: 'spring-26',
    })
    expect(address).toContain('ana%2B1')
  })

  it('leaves out what the checkout would not take', () => {
    const attribution = { utm_source: 'my newsletter', utm_term: 'x'.repeat(151) }
    expect(queryOf(checkoutAddress(link, { reference: 'a b', attribution }))).toEqual({ locale: 'en' })
  })
})

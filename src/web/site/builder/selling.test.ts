import { describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { sellingOf } from './selling.ts'

const sellingWith = (offer: object) => sellingOf(SiteContent.parse({ builder: { offer } }).builder)
const checkout = 'https://buy.stripe.com/test_abc'

describe('the action of the upsell page', () => {
  it('leads to the checkout while there is a place and an address', () => {
    expect(sellingWith({ checkout })).toBe('checkout')
  })

  it('asks where to send the payment link while there is no address', () => {
    expect(sellingWith({})).toBe('opening')
    expect(sellingWith({ checkout: '/soon' })).toBe('opening')
  })

  it('never sells a place that is not there', () => {
    expect(sellingWith({ checkout, places: 3, taken: 3 })).toBe('full')
    expect(sellingWith({ places: 3, taken: 4 })).toBe('full')
  })
})

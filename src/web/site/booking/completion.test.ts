import { describe, expect, it } from 'vitest'
import { CompletionInput } from '#contract/funnel.ts'
import { completionOf } from './completion.ts'

const grace = { first_name: 'Grace', last_name: 'O', email: 'grace@example.com', phone: '' }

describe('the completion of an application', () => {
  it('says who, from which campaign and on which page, and nothing else of the visit', () => {
    const body = completionOf(
      grace,
      { utm_source: 'ig', utm_term: 'x', fbclid: 'AbC', utm_ad: 'dog' },
      '/bookstrategy',
    )
    expect(body).toEqual({ ...grace, utm_source: 'ig', utm_term: 'x', page: '/bookstrategy' })
  })

  it('is what the contract takes', () => {
    expect(CompletionInput.safeParse(completionOf(grace, {}, '/thankyoucall')).success).toBe(true)
  })
})

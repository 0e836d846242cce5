import { describe, expect, it } from 'vitest'
import { bookingTag as contractsTag, funnelApi } from '#contract/funnel.ts'
import { bookingTagBody } from './booking-tag-body.ts'
import { tagOutcome } from './tag-outcome.ts'

describe('the outcome of a booking’s tag', () => {
  it.each([
    ['a success', true, { success: true }, { kind: 'tagged' }],
    ['an unknown contact', false, { error: 'Contact not found' }, { kind: 'unknown' }],
    [
      'an unknown contact in a longer sentence',
      false,
      { error: 'Error: contact not found.' },
      { kind: 'unknown' },
    ],
    ['trouble in the CRM', false, { error: 'GoHighLevel API error 502' }, { kind: 'unknown' }],
    [
      'the server’s reason',
      false,
      { error: 'Too many tries.' },
      { kind: 'failed', message: 'Too many tries.' },
    ],
    ['an empty reason', false, { error: ' ' }, { kind: 'failed', message: 'Failed to add tag' }],
    ['no reason', false, null, { kind: 'failed', message: 'Failed to add tag' }],
    [
      'a reason that is no text',
      false,
      { error: { a: 1 } },
      { kind: 'failed', message: 'Failed to add tag' },
    ],
  ])('after %s', (_what, isOk, body, outcome) => {
    expect(tagOutcome(isOk, body, 'Failed to add tag')).toEqual(outcome)
  })
})

describe('the booking’s tag', () => {
  it('is asked for as the contract takes it', () => {
    const body = bookingTagBody('grace@example.com')
    expect(funnelApi['POST /api/leads/add-booking-tag'].input.safeParse(body).success).toBe(true)
    expect(body.tagName).toBe(contractsTag)
  })
})

import { describe, expect, it } from 'vitest'
import { applicationMessage } from './application-message.ts'

describe('a message of the application form', () => {
  it.each(['redirect-after-submit', 'thank-you-screen-redirect'])('%s leads on to its page', (type) => {
    const url = 'https://coach.example/thankyoucall'
    expect(applicationMessage({ type, url })).toEqual({ kind: 'onward', address: url })
  })

  it('says that the form is on screen', () => {
    expect(applicationMessage({ type: 'form-ready', embedId: 'x' })).toEqual({ kind: 'ready' })
  })

  it.each([
    null,
    'form-ready',
    { type: 'form-submit' },
    { type: 'redirect-after-submit' },
    { type: 'redirect-after-submit', url: 'javascript:alert(1)' },
  ])('is nothing to act on: %j', (data) => {
    expect(applicationMessage(data)).toBeUndefined()
  })
})

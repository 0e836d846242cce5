import { describe, expect, it } from 'vitest'
import { callStateAt, callText, reportedState } from './call-countdown.ts'

const words = {
  waiting: 'Call should arrive in {seconds} seconds',
  lastSecond: 'Call should arrive in 1 second',
  calling: 'Calling Now!',
  notCalled: 'No call this time',
  reported: {
    queued: 'Placing your call',
    ringing: 'Your phone is ringing',
    answered: 'You are on the call',
    ended: 'Thank you for the call',
    failed: 'The call did not go through',
    no_answer: 'We could not reach you',
    voicemail: 'We left you a voicemail',
  },
}
const start = 1_795_255_200_000
const at = (milliseconds: number) => callText(callStateAt(start, start + milliseconds), words)

describe('the countdown to the call', () => {
  it.each([
    [0, 'Call should arrive in 9 seconds'],
    [1, 'Call should arrive in 9 seconds'],
    [1000, 'Call should arrive in 8 seconds'],
    [7999, 'Call should arrive in 2 seconds'],
    [8000, 'Call should arrive in 1 second'],
    [8999, 'Call should arrive in 1 second'],
    [9000, 'Calling Now!'],
    [600_000, 'Calling Now!'],
  ])('after %d ms says “%s”', (milliseconds, text) => {
    expect(at(milliseconds)).toBe(text)
  })

  it('never counts from more than nine, whatever the clock did', () => {
    expect(at(-60_000)).toBe('Call should arrive in 9 seconds')
  })
})

describe('what the server says of the call', () => {
  it('stands in place of the countdown only where it knows more', () => {
    for (const call of [undefined, { state: 'unknown' }, { state: 'expected' }] as const)
      expect(reportedState(call)).toBeUndefined()
    const ringing = reportedState({ state: 'ringing' })
    expect(ringing && callText(ringing, words)).toBe('Your phone is ringing')
    const none = reportedState({ state: 'not-called', reason: 'consent' })
    expect(none).toEqual({ kind: 'not-called', reason: 'consent' })
    expect(none && callText(none, words)).toBe('No call this time')
  })
})

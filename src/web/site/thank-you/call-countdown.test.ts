import { describe, expect, it } from 'vitest'
import { callStateAt, callText } from './call-countdown.ts'

const words = {
  waiting: 'Call should arrive in {seconds} seconds',
  lastSecond: 'Call should arrive in 1 second',
  calling: 'Calling Now!',
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

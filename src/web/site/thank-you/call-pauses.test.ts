import { describe, expect, it } from 'vitest'
import { isToBeSaid, nextPause } from './call-pauses.ts'

describe('asking after the call', () => {
  it('is quick while a call is on its way, and ends with the call or after a quarter of an hour', () => {
    expect(nextPause({ state: 'expected' }, 9, 20)).toBe(3)
    expect(nextPause({ state: 'ringing' }, 50, 200)).toBe(3)
    for (const state of ['ended', 'failed', 'no_answer', 'voicemail', 'not-called'] as const)
      expect(nextPause({ state }, 1, 1)).toBeUndefined()
    expect(nextPause({ state: 'answered' }, 300, 901)).toBeUndefined()
  })

  it('goes on for a minute with whoever was called before, and says nothing of it until the page was heard', () => {
    const busy = { state: 'not-called', reason: 'busy' } as const
    expect([1, 59, 60].map((elapsed) => nextPause(busy, 1, elapsed))).toEqual([3, 3, undefined])
    expect([1, 3.9, 4].map((elapsed) => isToBeSaid(busy, elapsed))).toEqual([false, false, true])
    expect(isToBeSaid({ state: 'not-called', reason: 'consent' }, 0)).toBe(true)
  })

  it('becomes rare where nobody can say', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((asked) => nextPause({ state: 'unknown' }, asked, 0))
    expect(pauses).toEqual([3, 6, 12, 24, 48, 96, 120, 120])
    expect(nextPause(undefined, 2, 0)).toBe(6)
  })
})

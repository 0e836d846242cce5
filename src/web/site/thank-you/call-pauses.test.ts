import { describe, expect, it } from 'vitest'
import { callPauses, isToBeSaid } from './call-pauses.ts'

describe('asking after the call', () => {
  it('is quick while a call is on its way, and ends with the call or after a quarter of an hour', () => {
    const nextPause = callPauses()
    expect(nextPause({ state: 'expected' }, 20)).toBe(3)
    expect(nextPause({ state: 'ringing' }, 200)).toBe(3)
    expect(nextPause({ state: 'answered' }, 901)).toBeUndefined()
    for (const state of ['ended', 'failed', 'no_answer', 'voicemail', 'not-called'] as const)
      expect(callPauses()({ state }, 1)).toBeUndefined()
  })

  it('goes on for a minute with whoever was called before, and says nothing of it until the page was heard', () => {
    const busy = { state: 'not-called', reason: 'busy' } as const
    expect([1, 59, 60].map((elapsed) => callPauses()(busy, elapsed))).toEqual([3, 3, undefined])
    expect([1, 3.9, 4].map((elapsed) => isToBeSaid(busy, elapsed))).toEqual([false, false, true])
    expect(isToBeSaid({ state: 'not-called', reason: 'consent' }, 0)).toBe(true)
  })

  it('becomes rare where nobody can say', () => {
    const nextPause = callPauses()
    const pauses = Array.from({ length: 8 }, () => nextPause({ state: 'unknown' }, 0))
    expect(pauses).toEqual([3, 6, 12, 24, 48, 96, 120, 120])
    expect(nextPause(undefined, 0)).toBe(120)
  })

  it('is soon again where an answer about a call on its way is lost, however often it was asked before', () => {
    const nextPause = callPauses()
    for (let asked = 0; asked < 20; asked += 1) nextPause({ state: 'ringing' }, 3 * asked)
    const lost = Array.from({ length: 5 }, () => nextPause(undefined, 60))
    expect(lost).toEqual([3, 6, 12, 12, 12])
    expect(nextPause({ state: 'answered' }, 120)).toBe(3)
    expect(nextPause(undefined, 130)).toBe(3)
  })
})

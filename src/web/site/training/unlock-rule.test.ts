import { describe, expect, it } from 'vitest'
import { clockText, isUnlocked, secondsLeft, unlockTime, untilNextSecond } from './unlock-rule.ts'

const now = Date.UTC(2026, 10, 21, 10)

describe('the lock of a video page', () => {
  it('opens 855 seconds after the first load', () => {
    const unlocksAt = unlockTime(now, undefined)
    expect(isUnlocked(unlocksAt, now + 854_999, 0)).toBe(false)
    expect(isUnlocked(unlocksAt, now + 855_000, 0)).toBe(true)
  })

  it('opens early when the video has reached 855 seconds', () => {
    expect(isUnlocked(unlockTime(now, undefined), now, 854.9)).toBe(false)
    expect(isUnlocked(unlockTime(now, undefined), now, 855)).toBe(true)
  })

  it('keeps an earlier visit’s time, so a reload does not start over', () => {
    const first = unlockTime(now, undefined)
    expect(unlockTime(now + 300_000, first)).toBe(first)
    expect(isUnlocked(unlockTime(now + 900_000, first), now + 900_000, 0)).toBe(true)
  })

  it.each([
    ['lies further ahead than a full countdown', now + 9_000_000],
    ['is no number', Number.NaN],
  ])('starts over when the remembered time %s', (_why, remembered) => {
    expect(unlockTime(now, remembered)).toBe(now + 855_000)
  })
})

describe('the countdown', () => {
  it.each([
    [855, '14:15'],
    [65, '1:05'],
    [9, '0:09'],
    [0, '0:00'],
  ])('shows %d seconds as %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text)
  })

  it('counts started seconds and stops at zero', () => {
    expect(secondsLeft(now + 1, now)).toBe(1)
    expect(secondsLeft(now, now + 5000)).toBe(0)
  })

  it.each([
    [1, 1],
    [400, 400],
    [1000, 1000],
    [61_250, 250],
    [0, 1000],
    [-250, 750],
  ])('changes next, %d ms before zero, in %d ms', (left, wait) => {
    expect(untilNextSecond(now + left, now)).toBe(wait)
  })
})

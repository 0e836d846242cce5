import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callMoment, fullTime, shortTime, timeOfDay } from './clock-time.ts'

const moment = '2026-11-21T14:02:09Z'

// Newer ICU data puts a narrow space before AM; a plain one is compared.
const plain = (text: string) => text.replace(/\s/g, ' ')

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

describe('clock times', () => {
  it('stand in the chosen timezone', () => {
    expect(plain(shortTime(moment, 'America/Los_Angeles'))).toBe('Nov 21, 6:02 AM')
    expect(plain(shortTime(moment, 'Asia/Tokyo'))).toBe('Nov 21, 11:02 PM')
    expect(plain(fullTime(moment, 'America/Los_Angeles'))).toBe('Nov 21, 2026, 6:02:09 AM PST')
    expect(plain(callMoment(moment, 'Europe/London'))).toBe('Sat, Nov 21, 2:02 PM GMT')
    expect(plain(timeOfDay(moment, 'UTC'))).toBe('2:02:09 PM')
  })

  it('name the year of moments that are not of this one, as the chosen timezone has it', () => {
    vi.setSystemTime(new Date('2026-12-31T23:30:00Z'))
    expect(plain(shortTime('2025-11-21T14:02:09Z', 'America/Los_Angeles'))).toBe('Nov 21, 2025, 6:02 AM')
    expect(plain(shortTime('2027-01-01T05:00:00Z', 'America/Los_Angeles'))).toBe('Dec 31, 9:00 PM')
    expect(plain(shortTime('2026-12-31T14:00:00Z', 'Asia/Tokyo'))).toBe('Dec 31, 2026, 11:00 PM')
  })

  it('name the year of a call that is not of this one', () => {
    vi.setSystemTime(new Date('2026-12-31T23:30:00Z'))
    const call = '2027-01-01T14:00:00Z'
    expect(plain(callMoment(call, 'Europe/London'))).toBe('Fri, Jan 1, 2027, 2:00 PM GMT')
    expect(plain(callMoment('2026-12-31T20:00:00Z', 'Europe/London'))).toBe('Thu, Dec 31, 8:00 PM GMT')
  })

  it('say Unknown for what is no moment', () => {
    expect(shortTime('', 'UTC')).toBe('Unknown')
  })
})

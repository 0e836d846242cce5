import { describe, expect, it } from 'vitest'
import { callMoment, fullTime, shortTime, timeOfDay } from './clock-time.ts'

const moment = '2026-11-21T14:02:09Z'

// Newer ICU data puts a narrow space before AM; a plain one is compared.
const plain = (text: string) => text.replace(/\s/g, ' ')

describe('clock times', () => {
  it('stand in the chosen timezone', () => {
    expect(plain(shortTime(moment, 'America/Los_Angeles'))).toBe('Nov 21, 6:02 AM')
    expect(plain(shortTime(moment, 'Asia/Tokyo'))).toBe('Nov 21, 11:02 PM')
    expect(plain(fullTime(moment, 'America/Los_Angeles'))).toBe('Nov 21, 2026, 6:02:09 AM PST')
    expect(plain(callMoment(moment, 'Europe/London'))).toBe('Sat, Nov 21, 2:02 PM GMT')
    expect(plain(timeOfDay(moment, 'UTC'))).toBe('2:02:09 PM')
  })

  it('say Unknown for what is no moment', () => {
    expect(shortTime('', 'UTC')).toBe('Unknown')
  })
})

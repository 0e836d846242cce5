import { describe, expect, it } from 'vitest'
import { isCallingHour } from './calling-hours.ts'

const at = (iso: string) => new Date(`2026-${iso}:00Z`)

describe('the hours in which a phone may ring', () => {
  it.each([
    ['winter', '01-15T12:59', false],
    ['winter', '01-15T13:00', true],
    ['summer', '07-15T11:59', false],
    ['summer', '07-15T12:00', true],
    ['winter', '01-16T01:59', true],
    ['winter', '01-16T02:00', false],
  ])('follow the area code in %s: New York at %s', (_season, time, may) => {
    expect(isCallingHour('+12125550155', null, at(time))).toBe(may)
    // What a browser says does not move a number whose area is known.
    expect(isCallingHour('+12125550155', 'Asia/Tokyo', at(time))).toBe(may)
  })

  it('need every zone of a number that may be in several', () => {
    // 907 is Alaska with its far islands, an hour behind.
    expect(isCallingHour('+19075550155', null, at('01-15T17:30'))).toBe(false)
    expect(isCallingHour('+19075550155', 'America/Anchorage', at('01-15T17:30'))).toBe(true)
    expect(isCallingHour('+19075550155', 'Europe/Berlin', at('01-15T17:30'))).toBe(false)
  })

  it('go by the lead’s own timezone where the country has several and it is one of them', () => {
    const early = at('01-15T23:30')
    expect(isCallingHour('+61412345678', null, early)).toBe(false)
    expect(isCallingHour('+61412345678', 'Australia/Sydney', early)).toBe(true)
    expect(isCallingHour('+61412345678', 'Australia/Perth', early)).toBe(false)
    expect(isCallingHour('+61412345678', 'America/New_York', early)).toBe(false)
    expect(isCallingHour('+61412345678', 'Not/AZone', early)).toBe(false)
  })

  it.each([
    ['+447400123456', '07-15T07:00'],
    ['+38344123456', '07-15T06:00'],
    ['+919812345678', '07-15T02:30'],
  ])('begin at 8 in the country of %s', (phone, time) => {
    expect(isCallingHour(phone, null, at(time))).toBe(true)
    expect(isCallingHour(phone, null, new Date(at(time).getTime() - 60_000))).toBe(false)
  })

  it('are none for a number of no country', () => {
    expect(isCallingHour('+881612345678', 'America/New_York', at('01-15T18:00'))).toBe(false)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isRunning, placeTime, pointTime, slotsOf, tickIndexes, tickTime, tickTimes } from './point-time.ts'

const pacific = 'America/Los_Angeles'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

describe('the time of a point', () => {
  it('names a year that is not this one, as the chosen timezone has it', () => {
    vi.setSystemTime(new Date('2027-01-01T03:00:00Z'))
    expect(pointTime('2026-12-31', 'day', pacific)).toBe('Thu, Dec 31')
    expect(pointTime('2026-12-31', 'day', 'Asia/Tokyo')).toBe('Thu, Dec 31, 2026')
    expect(pointTime('2026-12-31T14:00:00.000Z', 'hour', 'Asia/Tokyo')).toBe(
      'Thu, Dec 31, 2026, 11 PM – 12 AM',
    )
  })

  it('reads a local day as that day wherever the browser is', () => {
    expect(pointTime('2026-11-16', 'day', pacific)).toBe('Mon, Nov 16')
    expect(tickTime('2026-11-16', 'day', 'Asia/Tokyo')).toBe('Nov 16')
  })

  it('reads an hour in the chosen timezone and names the day at midnight', () => {
    expect(pointTime('2026-11-16T22:00:00.000Z', 'hour', pacific)).toBe('Mon, Nov 16, 2 PM – 3 PM')
    expect(tickTime('2026-11-16T22:00:00.000Z', 'hour', pacific)).toBe('2 PM')
    expect(tickTime('2026-11-17T08:00:00.000Z', 'hour', pacific)).toBe('Nov 17')
  })

  it('tells the two hours of one name apart where clocks go back, and says where they go forward', () => {
    const hoursOf = (...instants: string[]) =>
      instants.map((hour) => pointTime(`${hour}:00.000Z`, 'hour', pacific).replace(/^.*\d, /, ''))
    const ticksOf = (...instants: string[]) =>
      instants.map((hour) => tickTime(`${hour}:00.000Z`, 'hour', pacific))
    const back = ['2026-11-01T07:00', '2026-11-01T08:00', '2026-11-01T09:00', '2026-11-01T10:00']
    expect(hoursOf(...back)).toEqual([
      '12 AM – 1 AM',
      '1 AM PDT – 1 AM PST',
      '1 AM PST – 2 AM PST',
      '2 AM – 3 AM',
    ])
    expect(ticksOf(...back)).toEqual(['Nov 1', '1 AM PDT', '1 AM PST', '2 AM'])
    const forward = ['2026-03-08T09:00', '2026-03-08T10:00', '2026-03-08T11:00']
    expect(hoursOf(...forward)).toEqual(['1 AM PST – 3 AM PDT', '3 AM PDT – 4 AM PDT', '4 AM – 5 AM'])
    expect(pointTime('2026-10-25T00:00:00.000Z', 'hour', 'Europe/Paris')).toBe(
      'Sun, Oct 25, 2 AM GMT+2 – 2 AM GMT+1',
    )
  })

  it('knows the hour and the day that are not over', () => {
    const now = Date.parse('2026-11-17T07:30:00Z')
    expect(isRunning('2026-11-17T07:00:00.000Z', 'hour', pacific, now)).toBe(true)
    expect(isRunning('2026-11-17T06:00:00.000Z', 'hour', pacific, now)).toBe(false)
    // In Los Angeles it is still the 16th.
    expect(isRunning('2026-11-16', 'day', pacific, now)).toBe(true)
    expect(isRunning('2026-11-16', 'day', 'UTC', now)).toBe(false)
  })

  it('leaves room for the hours of today that have not come', () => {
    expect([slotsOf('hour', 1), slotsOf('hour', 25), slotsOf('hour', 30), slotsOf('day', 7)]).toEqual([
      24, 25, 48, 7,
    ])
    expect(placeTime('2026-11-16T08:00:00.000Z', 'hour', 20)).toBe('2026-11-17T04:00:00.000Z')
    expect(placeTime('2026-10-31', 'day', 2)).toBe('2026-11-02')
  })

  it('names the year on an axis where the days are of more than one: with the first of each year', () => {
    const ticks = (days: string[]) => tickTimes(days, 'day', pacific)
    expect(ticks(['2026-11-16', '2026-11-23'])).toEqual(['Nov 16', 'Nov 23'])
    expect(ticks(['2024-12-01', '2025-06-01', '2025-12-01', '2026-06-01'])).toEqual([
      'Dec 1, 2024',
      'Jun 1, 2025',
      'Dec 1',
      'Jun 1, 2026',
    ])
  })

  it('gives as many ticks as there is room for, hours in quarters of a day', () => {
    expect(tickIndexes(7, 8)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(tickIndexes(30, 6)).toEqual([0, 5, 10, 15, 20, 25])
    expect(tickIndexes(24, 5)).toEqual([0, 6, 12, 18])
    expect(tickIndexes(0, 5)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { RangeQuery } from '#contract/range.ts'
import { resolveRange } from './resolve-range.ts'

const resolve = (query: object, now: string) => {
  const { firstDay, lastDay, start, end } = resolveRange(RangeQuery.parse(query), new Date(now))
  return { firstDay, lastDay, start: start.toISOString(), end: end.toISOString() }
}

// A Saturday afternoon in Los Angeles.
const now = '2026-11-21T22:00:00Z'

describe('a range of whole days', () => {
  it.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['last-7-days', '2026-11-15', '2026-11-21'],
    ['last-14-days', '2026-11-08', '2026-11-21'],
    ['last-28-days', '2026-10-25', '2026-11-21'],
    ['last-30-days', '2026-10-23', '2026-11-21'],
    ['this-week', '2026-11-15', '2026-11-21'],
    ['last-week', '2026-11-08', '2026-11-14'],
    ['this-month', '2026-11-01', '2026-11-21'],
    ['last-month', '2026-10-01', '2026-10-31'],
  ])('%s runs from %s to %s', (range, firstDay, lastDay) => {
    expect(resolve({ range }, now)).toMatchObject({ firstDay, lastDay })
  })

  it('is this week from Sunday, in Pacific time, unless said otherwise', () => {
    expect(resolve({}, now)).toEqual({
      firstDay: '2026-11-15',
      lastDay: '2026-11-21',
      start: '2026-11-15T08:00:00.000Z',
      end: '2026-11-22T08:00:00.000Z',
    })
  })

  it('begins where its timezone has numbers, and no sooner than asked', () => {
    const from = (range: string, numbersFrom: string) =>
      resolveRange({ ...RangeQuery.parse({ range }), numbersFrom }, new Date(now)).firstDay
    expect(from('last-7-days', '2026-11-18')).toBe('2026-11-18')
    expect(from('last-7-days', '2026-11-01')).toBe('2026-11-15')
  })

  it('takes the day of the chosen timezone: it is tomorrow already in Tokyo', () => {
    expect(resolve({ range: 'today', tz: 'Asia/Tokyo' }, now)).toMatchObject({
      firstDay: '2026-11-22',
      start: '2026-11-21T15:00:00.000Z',
    })
  })

  it('gives a day of 25 hours when clocks go back and of 23 when they go forward', () => {
    expect(resolve({ range: 'custom', from: '2026-11-01', to: '2026-11-01' }, now)).toMatchObject({
      start: '2026-11-01T07:00:00.000Z',
      end: '2026-11-02T08:00:00.000Z',
    })
    expect(resolve({ range: 'custom', from: '2026-03-08', to: '2026-03-08' }, now)).toMatchObject({
      start: '2026-03-08T08:00:00.000Z',
      end: '2026-03-09T07:00:00.000Z',
    })
  })

  it('runs a custom range with only a start to the end of today, and one without dates over the last seven days', () => {
    expect(resolve({ range: 'custom', from: '2026-11-03' }, now)).toMatchObject({
      firstDay: '2026-11-03',
      lastDay: '2026-11-21',
    })
    expect(resolve({ range: 'custom' }, now)).toMatchObject({ firstDay: '2026-11-15', lastDay: '2026-11-21' })
  })

  it('reads a custom range whose ends are swapped as the same days', () => {
    expect(resolve({ range: 'custom', from: '2026-11-09', to: '2026-11-03' }, now)).toMatchObject({
      firstDay: '2026-11-03',
      lastDay: '2026-11-09',
    })
  })
})

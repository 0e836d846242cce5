import { expect, it } from 'vitest'
import { timeText } from './days-of-slots.ts'

const texts = (slots: string[], zone: string) => slots.map((slot) => timeText(slot, zone))

it('tells the two hours apart that a clock shows twice when it is put back', () => {
  // Berlin on October 25, 2026: the first is before it.
  const night = [
    '2026-10-24T23:30:00Z',
    '2026-10-25T00:00:00Z',
    '2026-10-25T01:00:00Z',
    '2026-10-25T02:00:00Z',
  ]
  expect(texts(night, 'Europe/Berlin')).toEqual(['1:30 AM', '2:00 AM GMT+2', '2:00 AM GMT+1', '3:00 AM'])
  expect(texts(['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'], 'America/New_York')).toEqual([
    '1:30 AM EDT',
    '1:30 AM EST',
  ])
})

it('names no timezone at any other time', () => {
  // Berlin on March 29, 2026, whose clock jumps from 2 to 3, and on an ordinary day.
  const spring = ['2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z', '2026-12-01T13:30:00Z']
  expect(texts(spring, 'Europe/Berlin')).toEqual(['1:30 AM', '3:00 AM', '2:30 PM'])
})

import { describe, expect, it } from 'vitest'
import { locationText, meetingTime } from './meeting-time.ts'

const shown = (time: string, zone: string) => meetingTime(time, zone)?.replaceAll('\u202F', ' ')

describe('a meeting’s time', () => {
  it.each([
    ['2026-11-23T18:00:00Z', 'America/Los_Angeles', 'Monday, November 23, 2026 at 10:00 AM PST'],
    ['2026-07-01T18:30:00.000Z', 'America/New_York', 'Wednesday, July 1, 2026 at 2:30 PM EDT'],
    ['2026-11-23T10:00:00+01:00', 'UTC', 'Monday, November 23, 2026 at 9:00 AM UTC'],
    ['2026-11-23T10:00:00 01:00', 'UTC', 'Monday, November 23, 2026 at 9:00 AM UTC'],
    ['2026-11-24T01:00:00Z', 'America/Los_Angeles', 'Monday, November 23, 2026 at 5:00 PM PST'],
  ])('%s in %s is %s', (time, zone, text) => {
    expect(shown(time, zone)).toBe(text)
  })

  it.each(['', '1', 'soon', '2026-13-40T99:99:00Z', '<b>2026-11-23T10:00</b>'])(
    'is not made of “%s”',
    (time) => {
      expect(meetingTime(time)).toBeUndefined()
    },
  )
})

describe('a meeting’s location', () => {
  it.each([
    ['integrations:daily', 'DAILY'],
    ['integrations:google:meet', 'GOOGLE:MEET'],
    ['phone', 'PHONE'],
    ['', ''],
    ['https://meet.example/aBc-Def', 'https://meet.example/aBc-Def'],
  ])('%s is shown as %s', (location, text) => {
    expect(locationText(location)).toBe(text)
  })
})

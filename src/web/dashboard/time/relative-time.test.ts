import { describe, expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

describe('relativeTime', () => {
  it.each([
    ['2026-11-21T12:00:00Z', 'Just now'],
    ['2026-11-21T11:59:00.001Z', 'Just now'],
    ['2026-11-21T12:05:00Z', 'Just now'],
    ['2026-11-21T11:59:00Z', '1m ago'],
    ['2026-11-21T11:00:01Z', '59m ago'],
    ['2026-11-21T11:00:00Z', '1h ago'],
    ['2026-11-20T12:00:01Z', '23h ago'],
    ['2026-11-20T12:00:00Z', '1d ago'],
    ['2025-11-21T12:00:00Z', '365d ago'],
    ['not a date', 'Unknown'],
  ])('says %s as %s', (moment, words) => {
    expect(relativeTime(moment, now)).toBe(words)
  })
})

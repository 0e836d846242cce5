import { describe, expect, it } from 'vitest'
import { needsOptIn } from './opt-in-region.ts'

describe('where the law wants opt-in', () => {
  it.each([
    ['Europe/Berlin', true],
    ['Europe/London', true],
    ['Europe/Zurich', true],
    ['Europe/Oslo', true],
    ['Atlantic/Canary', true],
    ['Asia/Nicosia', true],
    ['Indian/Reunion', true],
    ['', true],
    [null, true],
    ['Europe/Moscow', false],
    ['Europe/Istanbul', false],
    ['Europe/Belgrade', false],
    ['America/Los_Angeles', false],
    ['Asia/Tokyo', false],
    ['UTC', false],
  ])('a browser in %s is asked: %s', (timezone, asked) => {
    expect(needsOptIn(timezone)).toBe(asked)
  })
})

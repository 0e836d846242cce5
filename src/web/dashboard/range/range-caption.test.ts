import { describe, expect, it } from 'vitest'
import { rangeCaption } from './range-caption.ts'

describe('rangeCaption', () => {
  it.each([
    ['2026-11-15', '2026-11-21', 'Nov 15 – 21'],
    ['2026-10-25', '2026-11-21', 'Oct 25 – Nov 21'],
    ['2026-11-21', '2026-11-21', 'Nov 21'],
    ['2025-11-15', '2025-11-21', 'Nov 15 – 21, 2025'],
    ['2025-10-25', '2025-11-21', 'Oct 25 – Nov 21, 2025'],
    ['2025-11-21', '2025-11-21', 'Nov 21, 2025'],
    ['2025-12-30', '2026-01-02', 'Dec 30, 2025 – Jan 2, 2026'],
    ['', '2026-01-02', ''],
  ])('says %s to %s as "%s"', (from, to, caption) => {
    expect(rangeCaption(from, to, '2026-11-27')).toBe(caption)
  })
})

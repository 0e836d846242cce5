import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SpendPreview } from '#contract/spend-file.ts'
import { daysInWords, importLine, previewSentence, saidWords, spansSentence } from './spend-words.ts'

// Days of this year stand without it.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const preview: SpendPreview = {
  ...{ id: '1', fileName: 'a.csv', platform: 'meta', currency: 'USD', rows: 312, new: 300, replaced: 12 },
  ...{ unchanged: 0, refused: [], refusedRows: 0, spend: [{ currency: 'USD', amount: 4120.55 }], spans: 0 },
  ...{ days: { first: '2026-09-01', last: '2026-09-30', number: 30 }, unmatched: { ads: 0, names: [] } },
  ...{ needs: null, headers: [], samples: [], columns: {}, said: null, expiresAt: null },
}

describe('what a file would change', () => {
  it('is one sentence', () => {
    expect(previewSentence(preview)).toBe(
      '312 rows: 300 new, 12 replaced, 0 rejected; $4,120.55; 1–30 Sep; USD',
    )
    expect(
      previewSentence({ ...preview, rows: 1, new: 0, replaced: 0, unchanged: 1, spend: [], days: null }),
    ).toBe('1 row: 0 new, 0 replaced, 1 here already, 0 rejected')
  })

  it.each([
    ['2026-09-01', '2026-09-01', '1 Sep'],
    ['2026-08-28', '2026-09-03', '28 Aug – 3 Sep'],
    ['2025-12-28', '2026-01-03', '28 Dec 2025 – 3 Jan 2026'],
    ['2025-09-01', '2025-09-01', '1 Sep 2025'],
    ['2025-09-01', '2025-09-30', '1–30 Sep 2025'],
    ['2025-08-28', '2025-09-03', '28 Aug – 3 Sep 2025'],
  ])('says the days from %s to %s', (first, last, words) => {
    expect(daysInWords({ first, last })).toBe(words)
  })
})

it('says why single days stay empty, of one row and of several', () => {
  expect(spansSentence(1)).toMatch(/^One of its rows covers several days at once/)
  expect(spansSentence(1200)).toMatch(/^1,200 of its rows cover several days at once/)
})

it('says what a file is read by', () => {
  const said = { platform: 'tiktok', currency: 'EUR', dates: 'month-first' as const, columns: true }
  expect(saidWords(said)).toBe('TikTok, paid in EUR, the month comes first, the columns as you named them')
  expect(saidWords({ ...said, platform: null, dates: null, columns: false })).toBe('paid in EUR')
})

it('says of an import what of it counts', () => {
  const done = {
    ...{
      id: '1',
      source: 'file' as const,
      name: 'a.csv',
      platform: 'meta',
      committedAt: '',
      takenBackAt: null,
    },
    ...{ rowsInForce: 10, rows: 12, spend: [{ currency: 'EUR', amount: 5 }], days: null },
  }
  expect(importLine(done)).toBe('10 of 12 rows count, newer ones replaced the rest · €5.00')
  expect(importLine({ ...done, rowsInForce: 1 })).toMatch(/^1 of 12 rows counts, newer ones replaced/)
  expect(importLine({ ...done, takenBackAt: '2026-01-01' })).toBe('Taken back')
})

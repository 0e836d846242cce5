import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentNotes, accentOn, grounds, themes } from './accent.ts'
import { contrast, tidyColour, toHex, toOklch } from './colour.ts'

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

const least = (colour: string, others: readonly string[]) =>
  Math.min(...others.map((other) => contrast(colour, other)))

describe.each(themes)('any accent on %s pages', (theme) => {
  const all = grounds[theme]
  const property = (check: (accent: ReturnType<typeof accentOn>, hex: string) => void) =>
    fc.assert(
      fc.property(anyColour, (hex) => check(accentOn(theme, hex), hex)),
      {
        numRuns: 2000,
        examples: [['#ffffff'], ['#000000'], ['#fdfdfd'], ['#ffd400'], ['#14532d'], ['#0000ff'], ['#757575']],
      },
    )

  it('has lines, focus rings and button outlines that can be seen', () => {
    property(({ mark, edge }) => {
      expect(least(mark, all)).toBeGreaterThanOrEqual(3)
      expect(least(edge, all)).toBeGreaterThanOrEqual(3)
    })
  })

  it('has words that can be read: on a button, under the pointer, on a mark, and in the colour itself', () => {
    property(({ fill, fillHover, mark, on, ink, soft }) => {
      expect(least(on, [fill, fillHover, mark])).toBeGreaterThanOrEqual(4.5)
      expect(least(ink, [...all, soft])).toBeGreaterThanOrEqual(4.5)
    })
  })

  it('is the owner’s own colour wherever it can be seen, and said to be another where it is not', () => {
    property(({ mark, fill }, hex) => {
      const isReadable = contrast('#ffffff', hex) >= 4.5 || contrast('#ffffff', hex) < 3
      if (least(hex, all) >= 3 && isReadable) expect([mark, fill]).toEqual([hex, hex])
      const notes = accentNotes(hex).join(' ')
      if (mark !== hex) expect(notes).toContain(mark)
    })
  })
})

describe('a colour', () => {
  it.each([
    ['#ABC', '#aabbcc'],
    ['14532D', '#14532d'],
    [' #fafafa ', '#fafafa'],
    ['red', 'red'],
    ['#12345', '#12345'],
    ['#fff;}body{display:none', '#fff;}body{display:none'],
  ])('typed as %s is %s', (typed, stored) => {
    expect(tidyColour(typed)).toBe(stored)
  })

  it('comes back the same by lightness, chroma and hue', () => {
    fc.assert(fc.property(anyColour, (hex) => toHex(toOklch(hex)) === hex))
  })
})

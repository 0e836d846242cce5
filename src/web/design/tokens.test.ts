import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { grounds as accentGrounds, themes } from '#contract/accent.ts'
import { toHex } from '#contract/colour.ts'

const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The custom properties a theme's block sets, with `var()` followed once. */
function themeColours(selector: string): Map<string, string> {
  const block = source.split(selector)[1]?.split('\n}')[0] ?? ''
  const colours = new Map<string, string>()
  for (const [, name, value] of block.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    if (name && value) colours.set(name, colours.get(value.replace(/^var\(--|\)$/g, '')) ?? value)
  }
  return colours
}

/** Relative luminance (WCAG 2) of an `oklch(L C H)` text. */
function luminance(colour: string): number {
  const [l = 0, c = 0, h = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  const red = clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)
  const green = clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)
  const blue = clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['color-paper', 'color-surface', 'color-sunken']
const atLeast: [number, string[], string[]][] = [
  [7, ['color-ink', 'color-ink-2'], grounds],
  [4.5, ['color-ink-3', 'color-accent-ink', 'color-success', 'color-warning', 'color-danger'], grounds],
  [4.5, ['color-on-accent'], ['color-accent', 'color-accent-hover']],
  [4.5, ['color-on-success'], ['color-success']],
  [4.5, ['color-on-warning'], ['color-warning']],
  [4.5, ['color-on-danger'], ['color-danger']],
  [4.5, ['color-accent-ink'], ['color-accent-soft']],
  [4.5, ['color-success'], ['color-success-soft']],
  [4.5, ['color-warning'], ['color-warning-soft']],
  [4.5, ['color-danger'], ['color-danger-soft']],
  [3, ['color-control', 'color-accent'], grounds],
]

describe.each([
  ['light', "[data-theme='light'] {"],
  ['dark', "[data-theme='dark'] {"],
])('the %s theme', (_name, selector) => {
  const colours = themeColours(selector)
  const pairs = atLeast.flatMap(([least, words, on]) =>
    words.flatMap((word) => on.map((ground) => [word, ground, least] as const)),
  )
  it.each(pairs)('%s on %s has a contrast of at least %d', (word, ground, least) => {
    expect(colours.has(word) && colours.has(ground)).toBe(true)
    expect(contrast(colours.get(word) ?? '', colours.get(ground) ?? '')).toBeGreaterThanOrEqual(least)
  })
})

it('the grounds are those that an owner’s accent is made for', () => {
  for (const theme of themes) {
    const colours = themeColours(`[data-theme='${theme}'] {`)
    const hexes = grounds.map((ground) => {
      const [l = 0, c = 0, h = 0] = (colours.get(ground)?.match(/[\d.]+/g) ?? []).map(Number)
      return toHex({ l, c, h })
    })
    expect(hexes).toEqual(accentGrounds[theme])
  }
})

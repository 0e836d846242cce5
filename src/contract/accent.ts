import { contrast, type Oklch, toHex, toOklch } from './colour.ts'

/** The two grounds pages are drawn on. */
export const themes = ['light', 'dark'] as const

/** A ground pages are drawn on. */
export type Theme = (typeof themes)[number]

/** One accent colour made usable on one ground: every value is `#rrggbb`. */
export type Accent = {
  /** Lines, marks and the focus ring: 3:1 against every ground. */
  mark: string
  /** Buttons: the owner's own colour wherever it can be. */
  fill: string
  fillHover: string
  /** A button's outline: 3:1 against every ground, whatever its fill. */
  edge: string
  /** Words on a fill or a mark: 4.5:1 on either. */
  on: string
  /** A pale ground, and words in the accent's hue: 4.5:1 on it and on every other ground. */
  soft: string
  ink: string
}

/** The grounds of each theme as `src/web/design/tokens.css` has them: paper, surface, sunken. */
export const grounds: Record<Theme, readonly string[]> = {
  light: ['#fcfbf8', '#ffffff', '#f5f4ef'],
  dark: ['#10121b', '#181a24', '#0b0c14'],
}

const SHAPE = 3
const TEXT = 4.5
const NEARLY = 3.4
// Below this a colour is read as white, grey or black: there is no hue to keep.
const HUELESS = 0.05
const WHITE = '#ffffff'
const INK = '#12131a'
const BLACK = '#000000'

const least = (colour: string, others: readonly string[]): number =>
  Math.min(...others.map((other) => contrast(colour, other)))

/** The colour moved towards dark or light, no further than it must, until it stands out from all of `others` by `ratio`. */
function movedUntil(
  colour: Oklch,
  way: 'darker' | 'lighter',
  others: readonly string[],
  ratio: number,
): string {
  const step = way === 'darker' ? -0.005 : 0.005
  for (let l = colour.l; l >= 0 && l <= 1; l += step) {
    const hex = toHex({ ...colour, l })
    if (least(hex, others) >= ratio) return hex
  }
  return way === 'darker' ? '#000000' : WHITE
}

/** A colour without a hue that cannot be seen on this ground becomes its opposite: white ink-like, black paper-like. */
const turned = ({ c, h }: Oklch, theme: Theme): string =>
  toHex({ l: theme === 'light' ? 0.26 : 0.96, c: Math.min(c, 0.02), h })

// White where it can be read, because it is what people expect on a coloured button; on some only pure black can be.
const wordsOn = (...colours: string[]): string =>
  [WHITE, INK].find((words) => least(words, colours) >= TEXT) ?? BLACK

// A middling colour takes white words when it is a touch deeper; black ones on it look like a mistake.
function forWhiteWords(hex: string): string {
  const reached = contrast(WHITE, hex)
  if (reached >= TEXT || reached < NEARLY || toOklch(hex).c < HUELESS) return hex
  return movedUntil(toOklch(hex), 'darker', [WHITE], TEXT)
}

/** The fill under the pointer: visibly another one, with its words as readable. */
function hovered(fill: string, on: string): string {
  const colour = toOklch(fill)
  // Away from its words, or towards them where there is no further to go.
  const steps = on === WHITE ? [-0.06, 0.06] : colour.l > 0.93 ? [-0.06, -0.03] : [0.05, -0.04]
  const tried = steps.map((step) => toHex({ ...colour, l: Math.min(1, Math.max(0, colour.l + step)) }))
  return tried.find((hex) => hex !== fill && contrast(hex, on) >= TEXT) ?? fill
}

/** What the pages of one ground use of an accent `#rrggbb`, shifted only where it could not be seen or read. */
export function accentOn(theme: Theme, chosen: string): Accent {
  const hex = forWhiteWords(chosen)
  const own = toOklch(hex)
  const away = theme === 'light' ? 'darker' : 'lighter'
  const isSeen = least(hex, grounds[theme]) >= SHAPE
  const mark = isSeen
    ? hex
    : own.c < HUELESS
      ? turned(own, theme)
      : movedUntil(own, away, grounds[theme], SHAPE)
  // A bright colour loses itself when it is darkened, a deep one does not when it is lit: a bright button stays as it is.
  const fill = theme === 'light' && own.c >= HUELESS ? hex : mark
  const on = wordsOn(fill, mark)
  const { c, h } = own
  const soft = toHex(
    theme === 'light' ? { l: 0.945, c: Math.min(c, 0.028), h } : { l: 0.295, c: Math.min(c, 0.06), h },
  )
  const ink = movedUntil(toOklch(mark), away, [...grounds[theme], soft], TEXT)
  return { mark, fill, fillHover: hovered(fill, on), edge: mark, on, soft, ink }
}

/** What became of the owner's colour, in one sentence for each ground where it was shifted; none where it is as chosen. */
export function accentNotes(chosen: string): string[] {
  const hex = forWhiteWords(chosen)
  const light = accentOn('light', chosen)
  const dark = accentOn('dark', chosen)
  const notes: string[] = []
  if (hex !== chosen)
    notes.push(`White words could not be read on it, so buttons and lines are a touch deeper: ${hex}.`)
  if (light.fill !== hex)
    notes.push(`On light pages it could not be seen, so buttons and lines are ${light.fill} there.`)
  else if (light.mark !== hex)
    notes.push(
      `On light pages it is too pale for lines, so lines and outlines are ${light.mark} there. Buttons keep your color.`,
    )
  if (dark.fill !== hex)
    notes.push(`On dark pages it is too dark to be seen, so buttons and lines are ${dark.fill} there.`)
  return notes
}

/** The accent of a site whose owner has chosen none. */
export const deliveredAccent = toHex({ l: 0.485, c: 0.225, h: 266 })

import { accentOn, type Theme } from '#contract/accent.ts'
import type { SiteContent } from '#contract/site-content.ts'

const selectors: Record<Theme, string> = { light: ":root,[data-theme='light']", dark: "[data-theme='dark']" }

function accentRule(theme: Theme, hex: string): string {
  const { mark, fill, fillHover, edge, on, soft, ink } = accentOn(theme, hex)
  const values = {
    '': mark,
    '-fill': fill,
    '-hover': fillHover,
    // A button that is seen without an outline has none.
    '-edge': fill === edge ? 'transparent' : edge,
    '-soft': soft,
    '-ink': ink,
  }
  const lines = Object.entries(values).map(([name, value]) => `--color-accent${name}:${value}`)
  return `${selectors[theme]}{${lines.join(';')};--color-on-accent:${on};--color-focus:${mark}}`
}

// What is drawn on a pale ground, whether the page around it is light or dark.
function onPale(hex: string): string {
  const { mark, soft } = accentOn('light', hex)
  return `:root{--brand-mark:${mark};--brand-soft:${soft}}`
}

const percent = (value: number): string => `${Math.min(100, Math.max(0, Math.round(value)))}%`

/**
 * The owner's colour and the points of their pictures that stay in sight, as rules of the page's own styles. They are
 * made of colours and numbers that were worked out here, never of a text somebody typed.
 */
export function brandStyles({ brand, home }: SiteContent, hasOwnColours: boolean): string {
  const accent = /^#[0-9a-f]{6}$/.test(brand.accent) && !hasOwnColours
  const rules = accent
    ? accentRule('light', brand.accent) + accentRule('dark', brand.accent) + onPale(brand.accent)
    : ''
  const point = ({ focusX, focusY }: { focusX: number; focusY: number }) =>
    `${percent(focusX)} ${percent(focusY)}`
  const portrait = brand.portrait.src && `--portrait-focus:${point(brand.portrait)};`
  const hero = home.hero.src && `--hero-focus:${point(home.hero)};`
  return portrait || hero ? `${rules}:root{${portrait}${hero}}` : rules
}

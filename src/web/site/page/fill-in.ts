import type { SiteContent } from '#contract/site-content.ts'

type Names = Record<'brand' | 'coach' | 'program' | 'email', string>

/** A text with `{brand}`, `{coach}`, `{program}` and `{email}` replaced; anything else in braces stays. */
export const withNames = (text: string, names: Names): string =>
  text.replace(/\{(brand|coach|program|email)\}/g, (_match, key: keyof Names) => names[key])

function fill(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return withNames(value, names)
  if (Array.isArray(value)) return value.map((item) => fill(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, names)]))
}

/** The site content with the owner's names filled into every text. */
export function fillIn(content: SiteContent): SiteContent {
  const { name: brand, coach, program, email } = content.brand
  // The same shape comes out as went in: only texts change.
  return fill(content, {
    brand,
    coach,
    program,
    email: email || 'the address our emails come from',
  }) as SiteContent
}

import type { SiteContent } from './site-content.ts'

type Names = Record<'brand' | 'coach' | 'program' | 'email', string>

const NAME = /\{(brand|coach|program|email)\}/g

// What a new site calls itself until its owner has said; visitors are never shown it.
const standIns = new Set(['', 'Your Brand', 'Your Coach', 'The Program'])
const named = (name: string): string => (standIns.has(name) ? '' : name)

/** The same words at the beginning of a sentence, or in a title where every word begins with a capital. */
function inPlace(words: string, before: string): string {
  if (before === '' || /[.!?:]\s+$|\n$|# $/.test(before))
    return words.charAt(0).toUpperCase() + words.slice(1)
  // A word of its own before it that begins with a capital, inside a text: 'Apply For The Program Now'.
  const isTitle = / [A-Z][a-z]+ $/.test(before)
  return isTitle ? words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : words
}

// Where a text joins a brand's name to others, what is left says enough without it.
const withoutBrand = (text: string): string =>
  text
    .replace(/^\{brand\}(?:: |\. )(.)/, (_all, first: string) => first.toUpperCase())
    .replaceAll(' · {brand}', '')
    .replaceAll('{brand}', 'this site')

// A contact that is an address alone would be half a sentence.
const withoutEmail = (text: string): string =>
  text
    .replace(/^\{email\}$/gm, 'Answer any email you have from us.')
    .replaceAll('{email}', 'the address our emails come from')

/**
 * A text with `{brand}`, `{coach}`, `{program}` and `{email}` replaced; anything else in braces stays. What has no
 * name yet is said in neutral words: 'our team' shows how, and the copyright line is nobody's.
 */
export function withNames(text: string, names: Names): string {
  const asked = (names.email === '' ? withoutEmail(text) : text).replaceAll(
    '{coach}’s team',
    names.coach === '' ? '{coach}' : '{coach}’s team',
  )
  const neutral = { brand: '', coach: 'our team', program: 'the program', email: '' }
  return (names.brand === '' ? withoutBrand(asked) : asked).replace(
    NAME,
    (_match, key: keyof Names, at: number, whole: string) =>
      names[key] || inPlace(neutral[key], whole.slice(0, at)),
  )
}

function fill(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return withNames(value, names)
  if (Array.isArray(value)) return value.map((item) => fill(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, names)]))
}

/** The site content with the owner's names filled into every text; `brand.name` is '' while the site has no name. */
export function fillIn(content: SiteContent): SiteContent {
  const { name, coach, program, email } = content.brand
  const names: Names = {
    brand: named(name) || named(coach),
    coach: named(coach),
    program: named(program),
    email,
  }
  // The same shape comes out as went in: only texts change.
  const filled = fill(content, names) as SiteContent
  return { ...filled, brand: { ...filled.brand, name: names.brand, coach: names.coach } }
}

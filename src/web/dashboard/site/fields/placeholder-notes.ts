import type { SiteContent } from '#contract/site-content.ts'

const NAMES = { coach: 'coach', brand: 'name', program: 'program', email: 'email' } as const

const isName = (key: string): key is keyof typeof NAMES => Object.hasOwn(NAMES, key)

const inBraces = (text: string): Set<string> =>
  new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ''))

/** What is said beside a text about its words in braces: what each shows as, and which mean nothing. */
export type PlaceholderNotes = { notes: string[]; unknown: string[] }

/** Explains the words in braces of a text: names of the brand, and what the delivered text already fills in there. */
export function placeholderNotes(
  text: string,
  delivered: unknown,
  brand: SiteContent['brand'],
): PlaceholderNotes {
  const own = inBraces(typeof delivered === 'string' ? delivered : '')
  const notes: string[] = []
  const unknown: string[] = []
  const filled: string[] = []
  for (const key of inBraces(text)) {
    if (isName(key)) {
      const shown = brand[NAMES[key]]
      if (shown) notes.push(`{${key}} shows as “${shown}”.`)
      else notes.push(`{${key}} is filled in from Brand.`)
    } else if (own.has(key)) filled.push(`{${key}}`)
    else unknown.push(`Nothing fills in {${key}}: visitors would see it exactly like this.`)
  }
  const last = filled.at(-1)
  if (filled.length === 1) notes.push(`${last} is filled in automatically.`)
  else if (last) notes.push(`${filled.slice(0, -1).join(', ')} and ${last} are filled in automatically.`)
  return { notes, unknown }
}

import { valueAt } from '#contract/path-value.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { type FilledField, fieldsIn, siteParts } from './document/site-tree.ts'

const MOST = 20

/** The fields of the whole site whose words or titles contain what is looked for; words on pages come first. */
export function findText(content: SiteContent, wanted: string): FilledField[] {
  const needle = wanted.trim().toLowerCase()
  if (needle.length < 2) return []
  const all = siteParts.flatMap((part) => fieldsIn(part, part.key, valueAt(content, part.key)))
  const says = (text: unknown) => typeof text === 'string' && text.toLowerCase().includes(needle)
  const byWords = all.filter(({ value }) => says(value))
  const byTitle = all.filter(({ node, value }) => says(node.title) && !says(value))
  return [...byWords, ...byTitle].slice(0, MOST)
}

import { valueAt } from '#contract/path-value.ts'
import type { SiteContent } from '#contract/site-content.ts'
import {
  type EmptyList,
  emptyListsIn,
  type FilledField,
  fieldsIn,
  siteParts,
  titlesOf,
} from './document/site-tree.ts'

const MOST = 20

/** A field that was found, or a list that waits for its first entry. */
export type Found = FilledField | EmptyList

// Words that people look for, beside those that fields are called by.
const synonyms: readonly (readonly string[])[] = [
  ['photo', 'picture', 'image', 'portrait', 'headshot', 'photograph', 'hero', 'banner'],
  ['logo', 'wordmark', 'emblem'],
  ['colour', 'color', 'accent', 'theme', 'hex'],
  ['headline', 'heading', 'title', 'header'],
  ['button', 'call to action', 'cta'],
  ['price', 'cost', 'fee', 'money'],
  ['testimonial', 'proof', 'results', 'figures'],
  ['about', 'bio', 'founder'],
  ['calendar', 'booking', 'appointment'],
  ['captions', 'subtitles'],
  ['legal', 'terms', 'privacy', 'imprint'],
]

/** What is looked for, and the other words for the same thing. */
function wordsFor(needle: string): string[] {
  const same = synonyms.filter((words) =>
    words.some(
      (word) => word === needle || (needle.length > 3 && word.startsWith(needle)) || `${word}s` === needle,
    ),
  )
  return [needle, ...same.flat().filter((word) => word !== needle)]
}

/** The fields and empty lists of the whole site that say, or are called, what is looked for; what it is called by other words comes last. */
export function findText(content: SiteContent, wanted: string): Found[] {
  const needle = wanted.trim().toLowerCase()
  if (needle.length < 2) return []
  const all: Found[] = siteParts.flatMap((part) => {
    const value = valueAt(content, part.key)
    return [...fieldsIn(part, part.key, value), ...emptyListsIn(part, part.key, value)]
  })
  const says = (text: unknown, word = needle) => typeof text === 'string' && text.toLowerCase().includes(word)
  // A field may be called 'Address of the picture' and stand under 'Logo'.
  const called = ({ path, node }: Found, word: string) =>
    says([...titlesOf(path).slice(1, -1), node.title].join(' '), word)
  const [own = needle, ...others] = wordsFor(needle)
  const inOrder = [
    // Somebody who looks for a kind of thing wants the thing, before every text that mentions it.
    ...(others.length > 0 ? all.filter((field) => isThing(field) && called(field, own)) : []),
    ...all.filter(({ value, node }) => says(value) && !(node.kind === 'field' && node.format === 'colour')),
    ...all.filter(({ node }) => says(node.title)),
    ...all.filter((field) => isThing(field) && others.some((word) => called(field, word))),
    ...all.filter((field) => called(field, own)),
    ...all.filter(({ node }) => others.some((word) => says(node.title, word))),
  ]
  return [...new Set(inOrder)].slice(0, MOST)
}

const things = new Set<string>(['picture-link', 'colour', 'captions'])

const isThing = ({ node }: Found): boolean => node.kind === 'field' && things.has(node.format)

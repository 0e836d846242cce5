import type { PageNumbers } from '#contract/page-analytics.ts'

const groups: [string, string[]][] = [
  ['General', ['/']],
  ['Landing', ['/lander-college', '/lander-hack', '/meme', '/meme2', '/freetraining', '/freetraining2']],
  ['Confirmation', ['/thankyoucall', '/thankyoucallb', '/thankyoucallc', '/bookstrategy']],
  ['Customer', ['/trainingportal']],
  ['Other', ['/builder', '/analytics']],
]
const known = new Set(groups.flatMap(([, paths]) => paths))

/** A titled group of pages with their numbers. */
export type PageGroup = { title: string; pages: PageNumbers[] }

const quiet = (path: string): PageNumbers => ({
  path,
  views: 0,
  visitors: 0,
  conversions: 0,
  conversionRate: 0,
  share: 0,
})

/**
 * The pages in their groups (docs/spec.md, 'The dashboard'), each with its numbers or zeros; every other path with
 * traffic comes last, most viewed first as the server lists them.
 */
export function groupPages(pages: PageNumbers[]): PageGroup[] {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const grouped = groups.map(([title, paths]) => ({
    title,
    pages: paths.map((path) => byPath.get(path) ?? quiet(path)),
  }))
  const others = pages.filter(({ path }) => !known.has(path))
  return others.length === 0
    ? grouped
    : [...grouped, { title: 'Additional Pages with Traffic', pages: others }]
}

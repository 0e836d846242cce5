import type { SiteVersion } from '#contract/content-api.ts'
import { nodeAt, titlesOf } from '#web/dashboard/site/document/site-tree.ts'
import { changeName } from '#web/dashboard/site/publish/change-name.ts'

/** What a version changed, in one line: the one field by name, or how many changes and on which pages. */
export function changedPlaces({ changedPaths, changedCount }: SiteVersion): string {
  // The consent's own version is written by the server beside every change of its words.
  const paths = changedPaths.filter((path) => nodeAt(path) !== undefined)
  const count = changedCount - (changedPaths.length - paths.length)
  if (paths[0] && count === 1) return changeName(paths[0])
  const pages = [...new Set(paths.map((path) => titlesOf(path)[0]))]
  const named = pages.slice(0, 3).join(', ')
  const more = pages.length > 3 ? ' and more' : ''
  return `${count} changes${named ? `: ${named}${more}` : ''}`
}

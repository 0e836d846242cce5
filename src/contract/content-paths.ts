import { entryIdsOf } from './entry-ids.ts'
import type { SiteContent } from './site-content.ts'

type Branch = Record<string, unknown>

const isBranch = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || changesBetween(one, other, '').length === 0

// What stands at a place of two lists belongs together while they are as long and their entries, where these have
// ids, are in the same order.
function isInStep(list: unknown[], other: unknown): other is unknown[] {
  if (!Array.isArray(other) || other.length !== list.length) return false
  return entryIdsOf(list)?.join() === entryIdsOf(other)?.join()
}

/** Whether an entry that is no longer in its place stands in another one: then places mean something else than before. */
export const hasMoved = (base: unknown[], list: unknown[]): boolean =>
  base.some(
    (entry, at) =>
      !isSame(entry, list[at]) && list.some((other, to) => isSame(entry, other) && !isSame(base[to], other)),
  )

/**
 * The entries that one editor changed, in the order that the other gave them; undefined where that one changed more than
 * the order, or entries that say the same cannot be told from each other.
 */
function inOrderOf(base: unknown[], moved: unknown[], changed: unknown[]): unknown[] | undefined {
  const places = moved.map((entry) => base.flatMap((one, at) => (isSame(one, entry) ? [at] : [])))
  const isOneEach = places.every((found) => found.length === 1)
  return isOneEach ? places.map(([at = 0]) => changed[at]) : undefined
}

/**
 * The dotted paths that differ between two contents. A list that grew or shrank counts as one path, and so does one
 * whose entries have ids and were moved.
 */
export const changedPaths = (before: SiteContent, after: SiteContent): string[] =>
  changesBetween(before, after, '')

function changesBetween(before: unknown, after: unknown, path: string): string[] {
  if (before === after) return []
  const inside = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if (Array.isArray(before) && isInStep(before, after))
    return before.flatMap((item, index) => changesBetween(item, after[index], inside(index)))
  if (isBranch(before) && isBranch(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) => changesBetween(before[key], after[key], inside(key)))
  }
  return [path]
}

function merged(base: unknown, mine: unknown, theirs: unknown, path: string, conflicts: string[]): unknown {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs
  if (isSame(theirs, base)) return mine
  if (isBranch(base) && isBranch(mine) && isBranch(theirs)) {
    // What is kept in a browser may be older than the release that began to know a field.
    const later = Object.keys(theirs).filter((key) => !(key in base) && !(key in mine))
    return Object.fromEntries(
      [...Object.keys(mine), ...later].map((key) => {
        const inside = path === '' ? key : `${path}.${key}`
        return [key, merged(base[key], mine[key], theirs[key], inside, conflicts)]
      }),
    )
  }
  if (Array.isArray(base) && isInStep(base, mine) && isInStep(base, theirs)) {
    const isMoved = [hasMoved(base, mine), hasMoved(base, theirs)]
    if (!isMoved.includes(true))
      return mine.map((item, index) =>
        merged(base[index], item, theirs[index], `${path}.${index}`, conflicts),
      )
    const joined = isMoved[0] ? inOrderOf(base, mine, theirs) : inOrderOf(base, theirs, mine)
    if (joined && isMoved.includes(false)) return joined
  }
  conflicts.push(path)
  return mine
}

/**
 * Two editors' work on the same draft as one content: each change of either, and mine where both changed the same
 * field, or the same list when its length or its order changed. `conflicts` names those, for the owner to decide. A list
 * that one of them only sorted keeps what the other changed of its entries.
 */
export function mergeContent(
  base: SiteContent,
  mine: SiteContent,
  theirs: SiteContent,
): { content: SiteContent; conflicts: string[] } {
  const conflicts: string[] = []
  // Three documents of one shape give a fourth of the same.
  const content = merged(base, mine, theirs, '', conflicts) as SiteContent
  return { content, conflicts }
}

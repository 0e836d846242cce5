import { entryIdsOf } from '#contract/entry-ids.ts'
import { valueAt } from '#contract/path-value.ts'
import { isSame } from '#web/dashboard/site/document/is-same.ts'

/**
 * Where the entry of a list that a dotted path leads to stands after a change of the content, or what the path leads
 * to inside it. Undefined where it was removed, or cannot be told from others.
 */
export function followEntry(before: unknown, after: unknown, path: string): string | undefined {
  let [here, there] = [before, after]
  const way: string[] = []
  for (const key of path.split('.')) {
    const now = Array.isArray(here) ? placeAfter(here, there, Number(key)) : key
    if (now === undefined) return undefined
    way.push(`${now}`)
    here = valueAt(here, key)
    there = valueAt(there, `${now}`)
  }
  return way.join('.')
}

function placeAfter(list: readonly unknown[], now: unknown, at: number): number | undefined {
  if (!Array.isArray(now)) return undefined
  const entry = list[at]
  // An entry that was moved, or left alone, is the same object, unless the list was read from the server again.
  if (now[at] === entry) return at
  const found = now.indexOf(entry)
  if (found >= 0) return found
  const id = entryIdsOf(list)?.[at]
  const ids = entryIdsOf(now)
  if (id && ids) return ids.includes(id) ? ids.indexOf(id) : undefined
  const othersStay = now.every((one, place) => place === at || isSame(one, list[place]))
  if (now.length === list.length && othersStay) return at
  const places = (entries: readonly unknown[]) =>
    entries.flatMap((one, place) => (isSame(one, entry) ? [place] : []))
  const [only, ...more] = places(now)
  return more.length === 0 && places(list).length === 1 ? only : undefined
}

import { hasMoved } from '#contract/content-paths.ts'
import { entryIdsOf } from '#contract/entry-ids.ts'
import { valueAt, withValue } from '#contract/path-value.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { isSame } from './is-same.ts'
import { checkedContent, type Problems } from './problems-in.ts'

/** What a field that is not right comes to: its saved value, its new entry left out, or its list as it was saved. */
type Stopgap =
  | { kind: 'value'; value: unknown }
  | { kind: 'entry'; list: string; at: number }
  | { kind: 'list'; list: string; value: unknown }

function stopgapFor(content: unknown, saved: unknown, path: string): Stopgap {
  const keys = path.split('.')
  let [here, there] = [content, saved]
  for (const [depth, key] of keys.entries()) {
    let placeThen = key
    if (Array.isArray(here)) {
      const list = keys.slice(0, depth).join('.')
      const then = Array.isArray(there) ? savedPlace(there, here, Number(key)) : 'new'
      if (then === 'new') return { kind: 'entry', list, at: Number(key) }
      if (then === 'unknown') return { kind: 'list', list, value: there }
      placeThen = String(then)
    }
    here = valueAt(here, key)
    there = valueAt(there, placeThen)
  }
  return { kind: 'value', value: there }
}

/** Where an entry of a list stood when the list was saved. Entries without ids can be told apart while none has moved. */
function savedPlace(then: unknown[], now: unknown[], at: number): number | 'new' | 'unknown' {
  const [ids, idsNow] = [entryIdsOf(then), entryIdsOf(now)]
  if (ids && idsNow) {
    const place = ids.indexOf(idsNow[at] ?? '')
    return place < 0 ? 'new' : place
  }
  if (now.length === then.length && !hasMoved(then, now)) return at
  const isAllThere = then.every((entry) => now.some((other) => isSame(entry, other)))
  return isAllThere ? 'new' : 'unknown'
}

/**
 * What of an edited content can be saved already. A field that is not right keeps the value it was last saved with, and a
 * new entry of a list waits until it is right, so that one slip never holds up the other changes. A list whose entries
 * were moved or removed meanwhile waits whole where nobody can tell which saved value is that entry's.
 */
export function sendableContent(
  content: SiteContent,
  saved: SiteContent,
): { content: SiteContent; problems: Problems } {
  const { content: whole, problems } = checkedContent(content)
  if (whole) return { content: whole, problems }
  let sendable = content
  const left = new Map<string, Set<number>>()
  const waiting = new Map<string, unknown>()
  for (const path of Object.keys(problems)) {
    const stopgap = stopgapFor(content, saved, path)
    if (stopgap.kind === 'value') sendable = withValue(sendable, path, stopgap.value)
    else if (stopgap.kind === 'list') waiting.set(stopgap.list, stopgap.value)
    else left.set(stopgap.list, (left.get(stopgap.list) ?? new Set()).add(stopgap.at))
  }
  for (const [list, value] of waiting) sendable = withValue(sendable, list, value)
  // From the innermost list: leaving out an entry changes the places of what is inside the entries after it.
  for (const [list, entries] of [...left].toSorted(([one], [other]) => depthOf(other) - depthOf(one))) {
    const now = valueAt(sendable, list)
    if (Array.isArray(now))
      sendable = withValue(
        sendable,
        list,
        now.filter((_entry, at) => !entries.has(at)),
      )
  }
  return { content: checkedContent(sendable).content ?? saved, problems }
}

const depthOf = (path: string): number => path.split('.').length

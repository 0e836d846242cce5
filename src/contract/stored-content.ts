import { SiteContent } from './site-content.ts'
import { weeksAsList } from './stored-weeks.ts'

type Path = readonly PropertyKey[]

/**
 * Reads content that was stored once, whatever it has become: what an older version did not know gets its default,
 * and so does each field that is no longer valid. Those are named in `unreadable`.
 */
export function readStoredContent(stored: unknown): { content: SiteContent; unreadable: string[] } {
  const unreadable = new Set<string>()
  const removed = new Set<string>()
  const left: unknown = structuredClone(weeksAsList(stored))
  // Each round takes something away, and there is only so much.
  for (let round = 0; round < 200; round++) {
    const read = SiteContent.safeParse(left)
    if (read.success) return { content: read.data, unreadable: [...unreadable] }
    for (const { path } of read.error.issues) {
      unreadable.add(path.join('.'))
      if (!removeOnce(left, path, removed))
        return { content: SiteContent.parse({}), unreadable: [...unreadable] }
    }
  }
  return { content: SiteContent.parse({}), unreadable: [...unreadable] }
}

/** Removes what is at the path, or, where that did not help before, what it is in; false at the very top. */
function removeOnce(root: unknown, path: Path, removed: Set<string>): boolean {
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join('.')
    if (removed.has(name)) continue
    removed.add(name)
    const holder = path.slice(0, length - 1).reduce<unknown>(inside, root)
    const key = path[length - 1]
    if (key === undefined || typeof holder !== 'object' || holder === null) continue
    // A list keeps its order and its other rows; a hole in it is read as a row with its defaults.
    Reflect.set(holder, key, undefined)
    return true
  }
  return false
}

const inside = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

import { entryIdsOf } from '#contract/entry-ids.ts'
import { valueAt } from '#contract/path-value.ts'

/**
 * What the public site says where a path of the content leads: an entry of a list is found there by its id, wherever
 * it stands. Undefined inside a list whose entries have none, for a place in it may mean something else there.
 */
export function publicValue(content: unknown, published: unknown, path: string): unknown {
  let [here, there] = [content, published]
  for (const key of path.split('.')) {
    if (Array.isArray(here)) {
      const id = entryIdsOf(here)?.[Number(key)]
      const others: unknown[] = Array.isArray(there) && id !== undefined ? there : []
      there = others.find((entry) => entryIdsOf([entry])?.[0] === id)
    } else there = valueAt(there, key)
    here = valueAt(here, key)
  }
  return there
}

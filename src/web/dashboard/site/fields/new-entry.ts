import { entryIdsOf, freeEntryId } from '#contract/entry-ids.ts'
import { emptyValue } from './content-tree.ts'
import type { ListNode } from './field-node.ts'

/**
 * A new entry for a list. Where entries have ids it gets one that none has of the entries there are, of those the
 * public site shows, and of those that were delivered: what visitors keep by an id never passes to another entry.
 */
export function newEntry(node: ListNode, entries: unknown[], shown: unknown): unknown {
  const empty = emptyValue(node.item)
  if (node.entryIds === undefined || typeof empty !== 'object' || empty === null) return empty
  const taken = [entries, Array.isArray(shown) ? shown : [], node.fallback].flatMap(
    (list) => entryIdsOf(list) ?? [],
  )
  return { ...empty, id: freeEntryId(node.entryIds, taken) }
}

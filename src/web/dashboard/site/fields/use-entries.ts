import { useRef, useState } from 'react'
import { entryIdsOf, freeEntryId } from '#contract/entry-ids.ts'
import { valueAt } from '#contract/path-value.ts'
import { isSame } from '#web/dashboard/site/document/is-same.ts'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { emptyValue } from './content-tree.ts'
import type { ListNode } from './field-node.ts'

/** The list with one entry at another place; the rest keep their order. */
export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const moved = entries.toSpliced(from, 1)
  return moved.toSpliced(to, 0, ...entries.slice(from, from + 1))
}

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

/** The entry removed last; `alike` is how many of the others are taken for it. */
type Removed = { at: number; value: unknown; id: number; alike: number }

/** How many of the entries are this one: by its id where it has one, as its words may have been changed. */
function countOf(value: unknown, entries: unknown[]): number {
  const [id] = entryIdsOf([value]) ?? []
  return entries.filter((entry) =>
    id === undefined ? isSame(entry, value) : entryIdsOf([entry])?.[0] === id,
  ).length
}

let lastId = 0
const newId = () => {
  lastId += 1
  return lastId
}

/**
 * The entries of a list with what can be done to them. Each keeps an id of its own while it moves, so that what is
 * open or focused moves with it; the entry removed last can be brought back.
 */
export function useEntries(path: string, node: ListNode) {
  const draft = useDraft()
  const { value } = useValue(path)
  const entries: unknown[] = Array.isArray(value) ? value : []
  const ids = useRef<number[]>([])
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [news, setNews] = useState('')
  // A list that changed elsewhere has other entries than the ones known here.
  if (ids.current.length !== entries.length) ids.current = entries.map(newId)

  // All else that was changed may have been discarded since, and a second one would come beside it.
  if (removed && countOf(removed.value, entries) > removed.alike) setRemoved(null)

  const set = (next: unknown[], nextIds: number[]) => {
    ids.current = nextIds
    draft.change(path, next)
  }
  return {
    entries,
    ids: ids.current,
    removed,
    /** What just happened, for screen readers. */
    news,
    /** Whether one of them may be removed. */
    canRemove: entries.length > (node.min ?? 0),
    isFull: node.max !== undefined && entries.length >= node.max,
    /** Adds an entry at the end and returns its id. */
    add() {
      const id = newId()
      setRemoved(null)
      const shown = valueAt(draft.state().published, path)
      set([...entries, newEntry(node, entries, shown)], [...ids.current, id])
      setNews(`Added, place ${entries.length + 1}`)
      return id
    },
    move(from: number, to: number) {
      if (to < 0 || to >= entries.length || from === to) return
      setRemoved(null)
      set(moveEntry(entries, from, to), moveEntry(ids.current, from, to))
      setNews(`Moved to place ${to + 1} of ${entries.length}`)
    },
    remove(at: number) {
      const [value, left] = [entries[at], entries.toSpliced(at, 1)]
      setRemoved({ at, value, id: ids.current[at] ?? newId(), alike: countOf(value, left) })
      set(left, ids.current.toSpliced(at, 1))
      setNews('Removed')
    },
    /** Puts other entries in place of all of them. */
    replace(next: unknown[]) {
      setRemoved(null)
      set(next, next.map(newId))
      setNews('The list is as visitors see it')
    },
    undo() {
      if (!removed) return
      set(entries.toSpliced(removed.at, 0, removed.value), ids.current.toSpliced(removed.at, 0, removed.id))
      setRemoved(null)
      setNews('Brought back')
    },
  }
}

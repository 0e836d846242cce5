import { createContext, useContext, useSyncExternalStore } from 'react'
import { valueAt } from '#contract/path-value.ts'
import type { DraftState } from './draft-state.ts'
import type { Draft } from './open-draft.ts'

const Opened = createContext<Draft | null>(null)

/** Gives the opened draft to everything inside. */
export const DraftProvider = Opened.Provider

/** The opened draft. */
export function useDraft(): Draft {
  const draft = useContext(Opened)
  if (!draft) throw new Error('There is no draft here.')
  return draft
}

/** One part of the draft's state; the component draws again only when that part has changed. */
export function useDraftPart<Part>(part: (state: DraftState) => Part): Part {
  const draft = useDraft()
  return useSyncExternalStore(draft.subscribe, () => part(draft.state()))
}

/** The value at a dotted path of the draft, and what is wrong with it. */
export function useValue(path: string): { value: unknown; problem: string | undefined } {
  const value = useDraftPart((state) => valueAt(state.content, path))
  const problem = useDraftPart((state) => state.problems[path] ?? state.guarded[path])
  return { value, problem }
}

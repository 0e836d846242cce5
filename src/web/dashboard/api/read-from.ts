import { isVisiblyOld, readAgeHeader, readFromHeader } from '#contract/read-from.ts'

/** A moment whose state the numbers show, in milliseconds, and when that was told. */
export type ShownAt = { at: number; toldAt: number }

let shownAt: ShownAt | null = null
let place: string | null = null
const tellers = new Set<() => void>()
const movers = new Set<() => void>()

/** Notes where an answer was read. Answers that say nothing of it change nothing. */
export function noteReadFrom(headers: Headers): void {
  const from = headers.get(readFromHeader)
  if (from === null) return
  const ageMs = from === 'replica' ? Number(headers.get(readAgeHeader)) * 1000 : 0
  const toldAt = Date.now()
  const next = isVisiblyOld(ageMs) ? { at: toldAt - ageMs, toldAt } : null
  const moved = place !== null && place !== from
  place = from
  if (next !== shownAt) {
    shownAt = next
    for (const tell of [...tellers]) tell()
  }
  if (moved) for (const move of [...movers]) move()
}

/** The moment whose state the numbers show; null where they are as good as of now. */
export const numbersShownAt = (): ShownAt | null => shownAt

/** Calls when that moment changes; returns what ends it. */
export function onShownAt(listener: () => void): () => void {
  tellers.add(listener)
  return () => tellers.delete(listener)
}

/** Calls when answers come from another place than before, so that no screen mixes two; returns what ends it. */
export function onPlaceChange(listener: () => void): () => void {
  movers.add(listener)
  return () => movers.delete(listener)
}

/** A row of `count` numbers from 0 up to 1 that belong to a text: the same text, the same numbers. */
export function seededNumbers(text: string, count: number): number[] {
  // FNV-1a spreads similar titles; the linear steps after it are those of Numerical Recipes.
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  })
}

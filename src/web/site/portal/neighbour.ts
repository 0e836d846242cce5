/**
 * The index one step on from `index` among `count` videos, or undefined where there is no way on: at the ends of a
 * list that does not go round, and in a list of fewer than two (docs/spec.md, 'The portal').
 */
export function neighbour(index: number, count: number, step: 1 | -1, wraps: boolean): number | undefined {
  if (count < 2) return undefined
  const next = index + step
  if (next >= 0 && next < count) return next
  return wraps ? (next + count) % count : undefined
}

import { expect } from 'vitest'

/** Expects a list to hold the values with the most views, most viewed first, and their exact numbers. */
export function expectTop(
  asked: string,
  shown: { value: string; views: number }[],
  counts: Map<string, number>,
  limit: number,
): void {
  const most = [...counts.values()].sort((a, b) => b - a).slice(0, limit)
  expect([asked, shown.map(({ views }) => views)]).toEqual([asked, most])
  // Of values with as many views any may stand last.
  expect([asked, shown]).toEqual([asked, shown.map(({ value }) => ({ value, views: counts.get(value) }))])
  expect([asked, new Set(shown.map(({ value }) => value)).size]).toEqual([asked, shown.length])
}

import { weekStarts } from './portal-weeks.ts'

type Branch = Record<string, unknown>

const isBranch = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A document whose portal has its weeks as a list. Before they were one, they were stored by their names,
 * `{week1: …, week2: …, week3: …, week4: …}`; each keeps its name as its id and everything it says.
 */
export function weeksAsList(document: unknown): unknown {
  if (!isBranch(document) || !isBranch(document.portal) || !isBranch(document.portal.weeks)) return document
  const { portal } = document
  const { weeks } = document.portal
  const list = weekStarts.map((start) => {
    const stored = isBranch(weeks) ? weeks[start.id] : undefined
    return { ...start, ...(isBranch(stored) ? stored : {}), id: start.id }
  })
  return { ...document, portal: { ...portal, weeks: list } }
}

/** A path that was stored with the weeks’ names in it, as it leads through the list: `portal.weeks.0.title`. */
export const pathThroughWeeks = (path: string): string =>
  path.replace(/^portal\.weeks\.week([1-4])(?=\.|$)/, (_whole, week) => `portal.weeks.${Number(week) - 1}`)

import type { View } from './happened.ts'
import { sourceKey } from './source-key.ts'

/** How many views each value has, and nothing for views without one. */
export function countValues(views: View[], named: (view: View) => string | null): Map<string, number> {
  const counts = new Map<string, number>()
  for (const view of views) {
    const value = named(view)
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

/** The source of a view, whatever its spelling. */
export const sourceName = ({ source }: View): string => sourceKey(source)

/** The referrer of a view as it is counted: its host without www, or its first 30 characters, or 'Direct'. */
export function referrerName({ referrer }: View): string {
  if (!referrer) return 'Direct'
  const host = URL.canParse(referrer) ? new URL(referrer).hostname.toLowerCase().replace(/^www\./, '') : ''
  return host || referrer.slice(0, 30)
}

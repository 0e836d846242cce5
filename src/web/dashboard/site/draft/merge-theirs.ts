import type { EditedContent } from '#contract/content-api.ts'
import { mergeContent } from '#contract/content-paths.ts'
import { valueAt, withValue } from '#contract/path-value.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { Disagreement } from './draft-state.ts'

/** Joins mine and theirs, which both came from `base`; what both changed in the same field is a disagreement. */
export function mergeTheirs(
  base: SiteContent,
  mine: SiteContent,
  theirs: EditedContent,
): { content: SiteContent; disagreement: Disagreement | null } {
  const { content, conflicts } = mergeContent(base, mine, theirs.draft)
  if (conflicts.length === 0) return { content, disagreement: null }
  const disagreement = {
    ...{ paths: conflicts, theirs: theirs.draft, by: theirs.savedBy, at: theirs.savedAt },
    base: withFieldsOf(base, conflicts, theirs.draft),
  }
  return { content, disagreement }
}

/** The content with some fields as they are in another one. */
export const withFieldsOf = (other: SiteContent, paths: string[], content: SiteContent): SiteContent =>
  paths.reduce((changed, path) => withValue(changed, path, valueAt(other, path)), content)

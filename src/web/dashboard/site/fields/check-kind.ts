import type { checkKinds } from '#contract/content-api.ts'
import type { FieldFormat } from './field-node.ts'

/** What a pasted value can be tried as. */
export type CheckKind = (typeof checkKinds)[number]

/** As what the value of a field is tried, or undefined where there is nothing to try. */
export function checkKindOf(path: string, format: FieldFormat): CheckKind | undefined {
  if (format === 'media-id' || format === 'youtube-link' || format === 'vimeo-link') return 'video'
  if (format !== 'link') return undefined
  if (path === 'calendar.link') return 'calendar'
  if (path.endsWith('.application.link')) return 'application'
  if (path.endsWith('.checkout')) return 'checkout'
  return 'link'
}

import { choiceLabel } from '#web/dashboard/site/fields/choice-label.ts'
import { entryTitle } from '#web/dashboard/site/fields/entry-title.ts'
import type { ContentNode } from '#web/dashboard/site/fields/field-node.ts'

/** A value of the content in words fit for a list of changes. */
export function valueText(value: unknown, node: ContentNode | undefined): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) {
    const item = node?.kind === 'list' ? node.item : undefined
    const names = value.map((entry, at) => (item && entryTitle(item, entry)) || `entry ${at + 1}`)
    return value.length === 0 ? 'an empty list' : names.join(' · ')
  }
  if (node?.kind === 'field' && node.format === 'choice') return choiceLabel(String(value))
  return typeof value === 'object' ? 'changed' : String(value)
}

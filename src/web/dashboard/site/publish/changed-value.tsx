import type { ContentNode } from '#web/dashboard/site/fields/field-node.ts'
import { valueWords } from './value-words.ts'

/** A value in a list of changes: a picture of the site as a picture, all else in words. */
export function ChangedValue({ value, node }: { value: unknown; node: ContentNode | undefined }) {
  const isPicture = node?.kind === 'field' && node.format === 'picture-link'
  if (!isPicture || typeof value !== 'string' || !value.startsWith('/')) return valueWords(value, node)
  return (
    <img
      src={value}
      alt="how it looks"
      loading="lazy"
      className="my-1 inline-block h-14 w-20 rounded-sm border border-line bg-sunken object-cover"
    />
  )
}

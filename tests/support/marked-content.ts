import { z } from 'zod'
import { SiteContent } from '#contract/site-content.ts'

type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  minLength?: number
  default?: unknown
}

const isText = ({ type, format, enum: options }: Schema): boolean =>
  type === 'string' && options === undefined && (format === undefined || format === 'prose')

/** What stands in place of every text: a word no default contains. */
export const MARK = /Q[0-9a-z]{1,3}\b/g

/**
 * The site content with every text of its schema replaced by a marked word, and one row added to each list that is
 * empty; links, ids, numbers and choices stay. `paths` tells which mark stands where.
 */
export function markedContent(): { content: SiteContent; paths: Map<string, string> } {
  const schema = z.toJSONSchema(SiteContent, { io: 'input', unrepresentable: 'any' }) as Schema
  const paths = new Map<string, string>()
  const fill = (field: Schema, value: unknown, path: string): unknown => {
    if (isText(field) && !path.startsWith('pixel.')) {
      const mark = `Q${paths.size.toString(36)}`
      paths.set(mark, path)
      return mark
    }
    // Conditions name questions and answers by their ids.
    if (field.format === 'conditions') return value
    if (field.properties) {
      const held = (value ?? {}) as Record<string, unknown>
      return Object.fromEntries(
        Object.entries(field.properties).map(([key, inner]) => [
          key,
          fill(inner, held[key] ?? inner.default, `${path}${path && '.'}${key}`),
        ]),
      )
    }
    if (field.items && Array.isArray(value)) {
      const { items } = field
      const rows = value.length > 0 ? value : [undefined]
      return rows.map((row, index) => fill(items, row, `${path}.${index}`))
    }
    return value
  }
  return { content: SiteContent.parse(fill(schema, SiteContent.parse({}), '')), paths }
}

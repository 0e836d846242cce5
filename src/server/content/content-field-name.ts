import { z } from 'zod'
import { fieldName } from '#contract/field-names.ts'
import { SiteContent } from '#contract/site-content.ts'

/** A content field's name as the editor shows it: its title and that of the part of the site it is in. */
export function contentFieldName(path: readonly PropertyKey[]): string {
  const titles: string[] = []
  let schema: z.core.$ZodType | undefined = SiteContent
  for (const key of path) {
    schema = schema && inside(schema, key)
    const title = schema && z.globalRegistry.get(schema)?.title
    if (title !== undefined) titles.push(title)
  }
  const [part, ...rest] = titles
  const last = rest.at(-1)
  if (part === undefined) return fieldName(path)
  return last === undefined ? part : `${part}: ${last}`
}

function inside(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  // Zod's own union of what a schema may be; the base class leaves open which one it is.
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return def.shape[String(key)]
  if (def.type === 'array') return def.element
  return def.type === 'default' || def.type === 'prefault' ? inside(def.innerType, key) : undefined
}

import type { z } from 'zod'
import type { ContentNode, FieldFormat, FieldNode } from './field-node.ts'

type Schema = z.core.$ZodType

// Zod's own union of what a schema may be; the base class leaves open which one it is.
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def

type Meta = { title?: string; description?: string; format?: string; entryIds?: string }

const metaOf = (schema: Schema): Meta =>
  // Every schema of classic zod has `meta()`; the core type does not say so.
  (schema as z.ZodType).meta() ?? {}

/** A schema without what is wrapped around it, and what stands there until it is changed. */
function unwrapped(schema: Schema): { inner: Schema; fallback: unknown } {
  const def = defOf(schema)
  if (def.type === 'default') return { inner: def.innerType, fallback: def.defaultValue }
  if (def.type === 'prefault') {
    const filled = (schema as z.ZodType).safeParse(undefined)
    return { inner: def.innerType, fallback: filled.success ? filled.data : def.defaultValue }
  }
  return { inner: schema, fallback: undefined }
}

type Limits = { max: number | undefined; min: number | undefined }

function limitsOf(schema: Schema): Limits {
  const def = defOf(schema)
  const limits: Limits = { max: undefined, min: undefined }
  for (const check of 'checks' in def ? (def.checks ?? []) : []) {
    // Zod's own union of its checks, which the base class leaves open.
    const rule = (check as z.core.$ZodChecks)._zod.def
    if (rule.check === 'max_length') limits.max = rule.maximum
    if (rule.check === 'min_length') limits.min = rule.minimum
    if (rule.check === 'less_than') limits.max = Number(rule.value)
    if (rule.check === 'greater_than') limits.min = Number(rule.value)
  }
  return limits
}

const PICTURE_KEYS = new Set(['src', 'thumbnail', 'picture'])

const formats: Record<string, FieldFormat> = {
  prose: 'prose',
  chapters: 'prose',
  link: 'link',
  'media-id': 'media-id',
  'youtube-link': 'youtube-link',
  'vimeo-link': 'vimeo-link',
  film: 'film',
  captions: 'captions',
  email: 'email',
  'pixel-id': 'pixel-id',
  colour: 'colour',
}

function formatOf(key: string, type: string, format: string | undefined): FieldFormat {
  if (type === 'number') return 'amount'
  if (type === 'boolean') return 'switch'
  if (type === 'enum') return 'choice'
  if (format === 'link' && PICTURE_KEYS.has(key)) return 'picture-link'
  return formats[format ?? ''] ?? 'line'
}

// What a field without a default starts with when a list grows by one.
const startOf = (format: FieldFormat, options: readonly string[]): unknown =>
  format === 'amount' ? 0 : format === 'switch' ? false : format === 'choice' ? options[0] : ''

function fieldOf(key: string, schema: Schema, inner: Schema, fallback: unknown): FieldNode {
  const { title = '', description, format } = metaOf(schema)
  const def = defOf(inner)
  const options = def.type === 'enum' ? Object.values(def.entries).map(String) : []
  const kind = formatOf(key, def.type, format)
  return {
    kind: 'field',
    key,
    title,
    note: description,
    format: kind,
    ...limitsOf(inner),
    options,
    fallback: fallback ?? startOf(kind, options),
  }
}

/** The editor's picture of one part of the content, drawn from its schema: what it holds, and how each is filled. */
export function contentTree(key: string, schema: Schema): ContentNode {
  const { inner, fallback } = unwrapped(schema)
  const def = defOf(inner)
  const { title = '', format, entryIds } = metaOf(schema)
  if (def.type === 'object') {
    // What the server fills in by itself is nothing to edit.
    const parts = Object.entries(def.shape).filter(([, part]) => metaOf(part).format !== 'automatic')
    const nodes = parts.map(([name, part]) => contentTree(name, part))
    return { kind: 'group', key, title, isPicture: format === 'picture', nodes }
  }
  if (def.type === 'array') {
    const entries = Array.isArray(fallback) ? fallback : []
    return {
      kind: 'list',
      key,
      title,
      item: contentTree('', def.element),
      ...limitsOf(inner),
      entryIds,
      fallback: entries,
    }
  }
  return fieldOf(key, schema, inner, fallback)
}

/** What a new entry of a list starts with, but for the id that its list may give it. */
export function emptyValue(node: ContentNode): unknown {
  if (node.kind === 'field') return node.fallback
  if (node.kind === 'list') return node.fallback
  return Object.fromEntries(node.nodes.map((part) => [part.key, emptyValue(part)]))
}

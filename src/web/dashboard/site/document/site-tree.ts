import { SiteContent } from '#contract/site-content.ts'
import { contentTree } from '#web/dashboard/site/fields/content-tree.ts'
import type { ContentNode, FieldNode, GroupNode, ListNode } from '#web/dashboard/site/fields/field-node.ts'

const whole = contentTree('', SiteContent)

// What is looked for least stands last; the weeks are what the portal is opened for.
const LAST = new Set(['meta'])
const FIRST = new Set(['weeks'])
const rank = ({ key }: ContentNode): number => (FIRST.has(key) ? 0 : LAST.has(key) ? 2 : 1)

/** Every part of the site by its name in the content, its fields in the order in which they appear on the page. */
export const siteParts: GroupNode[] = (whole.kind === 'group' ? whole.nodes : []).flatMap((part) =>
  part.kind === 'group' ? [{ ...part, nodes: part.nodes.toSorted((a, b) => rank(a) - rank(b)) }] : [],
)

/** What the owner calls the places on the way to a path, outermost first: `Home`, `Founder`, `Figures`, `2`, `Figure`. */
export function titlesOf(path: string): string[] {
  const [first, ...rest] = path.split('.')
  let node: ContentNode | undefined = siteParts.find(({ key }) => key === first)
  const titles = [node?.title ?? first ?? '']
  for (const key of rest) {
    if (node?.kind === 'list') {
      titles.push(String(Number(key) + 1))
      node = node.item
    } else if (node?.kind === 'group') {
      node = node.nodes.find((part) => part.key === key)
      titles.push(node?.title || key)
    }
  }
  return titles
}

/** The field, list or group at a path of the content. */
export function nodeAt(path: string): ContentNode | undefined {
  const [first, ...rest] = path.split('.')
  let node: ContentNode | undefined = siteParts.find(({ key }) => key === first)
  for (const key of rest)
    node =
      node?.kind === 'list'
        ? node.item
        : node?.kind === 'group'
          ? node.nodes.find((part) => part.key === key)
          : undefined
  return node
}

/** One field of a content with its path and what it says. */
export type FilledField = { path: string; node: FieldNode; value: unknown }

/** Every field of a part of a content, list entries included, in the order of the editor. */
export function fieldsIn(node: ContentNode, path: string, value: unknown): FilledField[] {
  if (node.kind === 'field') return [{ path, node, value }]
  if (node.kind === 'list')
    return Array.isArray(value)
      ? value.flatMap((entry, at) => fieldsIn(node.item, `${path}.${at}`, entry))
      : []
  const record = typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : new Map()
  return node.nodes.flatMap((part) => fieldsIn(part, `${path}.${part.key}`, record.get(part.key)))
}

/** A list of a content that has no entries, and so no fields. */
export type EmptyList = { path: string; node: ListNode; value: unknown }

/** Every list of a part of a content that has no entries yet. */
export function emptyListsIn(node: ContentNode, path: string, value: unknown): EmptyList[] {
  if (node.kind === 'field') return []
  if (node.kind === 'list') {
    const entries: unknown[] = Array.isArray(value) ? value : []
    return entries.length === 0
      ? [{ path, node, value }]
      : entries.flatMap((entry, at) => emptyListsIn(node.item, `${path}.${at}`, entry))
  }
  const record = typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : new Map()
  return node.nodes.flatMap((part) => emptyListsIn(part, `${path}.${part.key}`, record.get(part.key)))
}

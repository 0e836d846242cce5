import { choiceLabel } from './choice-label.ts'
import type { ContentNode } from './field-node.ts'

/** What an entry of a list is called while it is folded up: its first words, or the choice it makes where it has no place for words. */
export function entryTitle(item: ContentNode, value: unknown): string {
  if (item.kind === 'field') return typeof value === 'string' ? value.trim() : ''
  if (item.kind !== 'group' || typeof value !== 'object' || value === null) return ''
  const said = new Map<string, unknown>(Object.entries(value))
  for (const node of item.nodes) {
    const text = said.get(node.key)
    const isWords = node.kind === 'field' && (node.format === 'line' || node.format === 'prose')
    if (isWords && typeof text === 'string' && text.trim() !== '') return text.trim()
  }
  const choice = item.nodes.find((node) => node.kind === 'field' && node.format === 'choice')
  const hasWords = item.nodes.some((node) => node.kind === 'field' && node.format === 'line')
  return choice && !hasWords ? choiceLabel(String(said.get(choice.key) ?? '')) : ''
}

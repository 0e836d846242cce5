import { valueAt, withValue } from '#contract/path-value.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { checkedContent, type Problems } from './problems-in.ts'

// The outermost list on the way that has become longer or shorter: inside it, places mean something else than before.
function movedEntry(
  content: unknown,
  saved: unknown,
  path: string,
): { list: string; at: number } | undefined {
  const keys = path.split('.')
  for (let depth = 1; depth < keys.length; depth += 1) {
    const list = keys.slice(0, depth).join('.')
    const [now, before] = [valueAt(content, list), valueAt(saved, list)]
    if (Array.isArray(now) && (!Array.isArray(before) || now.length !== before.length))
      return { list, at: Number(keys[depth]) }
  }
  return undefined
}

/**
 * What of an edited content can be saved already. A field that is not right keeps the value it was last saved with,
 * and a new entry of a list waits until it is right, so that one slip never holds up the other changes.
 */
export function sendableContent(
  content: SiteContent,
  saved: SiteContent,
): { content: SiteContent; problems: Problems } {
  const { content: whole, problems } = checkedContent(content)
  if (whole) return { content: whole, problems }
  let sendable = content
  const left = new Map<string, Set<number>>()
  for (const path of Object.keys(problems)) {
    const moved = movedEntry(content, saved, path)
    if (moved) left.set(moved.list, (left.get(moved.list) ?? new Set()).add(moved.at))
    else sendable = withValue(sendable, path, valueAt(saved, path))
  }
  for (const [list, entries] of left) {
    const now = valueAt(sendable, list)
    if (Array.isArray(now))
      sendable = withValue(
        sendable,
        list,
        now.filter((_entry, at) => !entries.has(at)),
      )
  }
  return { content: checkedContent(sendable).content ?? saved, problems }
}

import { z } from 'zod'
import { keptInTab } from '#web/dashboard/ui/kept-in-tab.ts'

const Kept = z.object({ added: z.array(z.string()), typed: z.string(), removed: z.array(z.string()) })
type Kept = z.output<typeof Kept>

/** What was changed of a page's tags and is not saved: kept until it is saved or dropped. */
export const unsavedTags = (path: string) =>
  keptInTab(`page-tags.${path}`, (value) => Kept.safeParse(value).data)

/** What is left of the changes once those that were sent are saved; undefined where nothing is. */
export function withoutSaved(
  { added, typed, removed }: Kept,
  sent: { add: string[]; remove: string[] },
): Kept | undefined {
  const left = {
    added: added.filter((tag) => !sent.add.includes(tag)),
    typed: sent.add.includes(typed.trim()) ? '' : typed,
    removed: removed.filter((id) => !sent.remove.includes(id)),
  }
  return left.added.length > 0 || left.typed.trim() !== '' || left.removed.length > 0 ? left : undefined
}

import { valueAt } from '#contract/path-value.ts'
import { useDraft, useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'

const FIRST = 'freetraining.application.link'

/** Offers the application form of the first training page to a page that has none yet. */
export function SameForm({ path }: { path: string }) {
  const draft = useDraft()
  const first = useDraftPart((state) => valueAt(state.content, FIRST))
  const own = useDraftPart((state) => valueAt(state.content, path))
  if (!path.endsWith('.application.link') || path === FIRST || !first || own) return null
  return <Button onClick={() => draft.change(path, first)}>Use the form of /freetraining</Button>
}

import { RotateCcw, Undo2 } from 'lucide-react'
import { publicValue } from '#web/dashboard/site/document/public-value.ts'
import { useDraft, useDraftPart, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import type { FieldNode } from './field-node.ts'

/**
 * The way back for a field: to what visitors see where it was changed since, else to how it was delivered. Nothing
 * is lost by a slip: after going back to the delivered text, the public one is one press away again.
 */
export function WayBack({ path, node, label }: { path: string; node: FieldNode; label: string }) {
  const draft = useDraft()
  const { value } = useValue(path)
  const shown = useDraftPart((state) => publicValue(state.content, state.published, path))
  // Without ids, places in a list mean something else once it was lengthened or sorted; it has a way back of its own.
  if (shown === undefined && /\.\d+(\.|$)/.test(path)) return null
  const isChanged = shown !== undefined && value !== shown
  const { fallback } = node
  if (!isChanged && (fallback === '' || fallback === undefined || value === fallback)) return null
  const Icon = isChanged ? Undo2 : RotateCcw
  return (
    <button
      type="button"
      aria-label={`${isChanged ? 'Undo' : 'Reset'}: ${label}`}
      title={isChanged ? 'Back to what visitors see' : 'Back to how it was delivered'}
      onClick={() => draft.change(path, isChanged ? shown : fallback)}
      className="-my-3 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 hover:text-ink md:-my-2 md:min-h-8"
    >
      <Icon size={12} aria-hidden="true" />
      {isChanged ? 'Undo' : 'Reset'}
    </button>
  )
}

import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'

const words = {
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Not saved, trying again',
  held: 'Some fields need a look',
  asking: 'Waits for your choice',
}

const icons = {
  saved: Check,
  saving: LoaderCircle,
  unsaved: CloudOff,
  held: TriangleAlert,
  asking: TriangleAlert,
}

/** Whether the draft is saved, kept current for eyes and screen readers. */
export function SavingState() {
  const saving = useDraftPart((state) => state.saving)
  const Icon = icons[saving]
  const isCalm = saving === 'saved' || saving === 'saving'
  return (
    <p
      role="status"
      className={`flex min-w-0 items-center gap-1.5 text-xs ${isCalm ? 'text-ink-3' : 'text-warning'}`}
    >
      <Icon size={14} aria-hidden="true" className="shrink-0" />
      <span className="line-clamp-2 leading-4">{words[saving]}</span>
    </p>
  )
}

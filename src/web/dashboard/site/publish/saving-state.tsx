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

type SavingStateProps = {
  /** Nothing waits to be published. */
  isPublic: boolean
  onField: (path: string) => void
}

/** Whether the draft is saved, kept current for eyes and screen readers; what needs a look is one press away. */
export function SavingState({ isPublic, onField }: SavingStateProps) {
  const saving = useDraftPart((state) => state.saving)
  const wrong = useDraftPart((state) => Object.keys(state.problems)[0])
  const Icon = icons[saving]
  const isCalm = saving === 'saved' || saving === 'saving'
  return (
    <p
      role="status"
      className={`flex min-w-0 items-center gap-1.5 text-xs ${isCalm ? 'text-ink-3' : 'text-warning'}`}
    >
      <Icon size={14} aria-hidden="true" className="shrink-0 max-[22.4375rem]:hidden" />
      {saving === 'held' && wrong ? (
        <button
          type="button"
          onClick={() => onField(wrong)}
          className="min-h-11 text-left leading-4 underline underline-offset-2 md:min-h-8"
        >
          {words.held}
        </button>
      ) : saving === 'saved' && isPublic ? (
        <>
          {/* Where the bar has room, the words beside the button say it. */}
          <span className="leading-4 sm:hidden">Nothing to publish</span>
          <span className="leading-4 max-sm:hidden">{words.saved}</span>
        </>
      ) : (
        <span className="line-clamp-2 leading-4">{words[saving]}</span>
      )}
    </p>
  )
}

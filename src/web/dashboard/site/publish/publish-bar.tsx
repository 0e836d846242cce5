import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { visibleChanges } from './change-list.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SettleDialog } from './settle-dialog.tsx'

const words = {
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Not saved, trying again',
  'too-large': 'Too much to save. Remove something',
  held: 'Some fields need attention',
  asking: 'Waiting for your choice',
}

const icons = {
  saved: Check,
  saving: LoaderCircle,
  unsaved: CloudOff,
  'too-large': TriangleAlert,
  held: TriangleAlert,
  asking: TriangleAlert,
}

type SavingStateProps = {
  /** Nothing waits to be published. */
  isPublic: boolean
  onField: (path: string) => void
}

/** Whether the draft is saved, kept current for eyes and screen readers; what needs attention is one press away. */
function SavingState({ isPublic, onField }: SavingStateProps) {
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

type PublishBarProps = { onField: (path: string) => void; children?: ReactNode }

/** At the foot of the Site area: whether the draft is saved, how much of it is not published yet, and the way to publish. */
export function PublishBar({ onField, children }: PublishBarProps) {
  const count = useDraftPart((state) => visibleChanges(state.published, state.content).length)
  const disagreement = useDraftPart((state) => state.disagreement)
  const [open, setOpen] = useState(false)
  const [later, setLater] = useState<unknown>(null)
  return (
    <div
      data-foot
      className="sticky bottom-0 z-10 -mx-4 flex items-center gap-3 border-t border-line bg-paper px-4 py-2 max-[22.4375rem]:gap-2 md:mx-0 md:px-0"
    >
      {children}
      <SavingState isPublic={count === 0} onField={onField} />
      <p className="ml-auto min-w-0 truncate text-sm text-ink-2 max-sm:hidden">
        {count === 0
          ? 'Everything is published'
          : count === 1
            ? '1 change not published yet'
            : `${count} changes not published yet`}
      </p>
      {disagreement ? (
        <Button look="primary" className="max-sm:ml-auto" onClick={() => setLater(null)}>
          Two versions…
        </Button>
      ) : (
        <Button
          look={count > 0 ? 'primary' : 'plain'}
          className="max-sm:ml-auto"
          disabled={count === 0}
          onClick={() => setOpen(true)}
        >
          Publish
          {count > 0 && <span className="tabular-nums sm:sr-only">{count}</span>}
        </Button>
      )}
      {open && <PublishDialog onField={onField} onClose={() => setOpen(false)} />}
      {disagreement && later !== disagreement && (
        <SettleDialog disagreement={disagreement} onClose={() => setLater(disagreement)} />
      )}
    </div>
  )
}

import { type ReactNode, useState } from 'react'
import { useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { visibleChanges } from './change-list.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SavingState } from './saving-state.tsx'
import { SettleDialog } from './settle-dialog.tsx'

type PublishBarProps = { onField: (path: string) => void; children?: ReactNode }

/** At the foot of the Site area: whether the draft is saved, how much of it is not public yet, and the way to publish. */
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
          ? 'Everything is public'
          : count === 1
            ? '1 change not public yet'
            : `${count} changes not public yet`}
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

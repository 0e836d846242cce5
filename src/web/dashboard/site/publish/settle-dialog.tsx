import { useState } from 'react'
import { valueAt } from '#contract/path-value.ts'
import { nodeAt, titlesOf } from '#web/dashboard/site/document/site-tree.ts'
import { useDraft, useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import type { Disagreement } from '#web/dashboard/site/draft/draft-state.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { valueText } from './value-text.ts'

type ChoiceProps = {
  path: string
  side: 'mine' | 'theirs'
  words: string
  chosen: boolean
  onChoose: () => void
}

function Choice({ path, side, words, chosen, onChoose }: ChoiceProps) {
  return (
    <label
      className={`flex cursor-pointer gap-2.5 rounded-sm border px-3 py-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-[var(--color-focus)] ${chosen ? 'border-accent' : 'border-line-strong'}`}
    >
      <input
        type="radio"
        name={path}
        checked={chosen}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-[var(--color-accent)]"
      />
      <span className="min-w-0">
        <span className="block text-xs text-ink-3">{side === 'mine' ? 'Yours' : 'The other'}</span>
        <span className="block break-words whitespace-pre-line line-clamp-6">{words}</span>
      </span>
    </label>
  )
}

/** Asks what to keep of each field that was changed here and elsewhere at the same time. */
export function SettleDialog({ disagreement, onClose }: { disagreement: Disagreement; onClose: () => void }) {
  const draft = useDraft()
  const content = useDraftPart((state) => state.content)
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const { paths, by } = disagreement
  const choose = (path: string, side: 'mine' | 'theirs') => {
    const next = new Set(theirs)
    if (side === 'theirs') next.add(path)
    else next.delete(path)
    setTheirs(next)
  }
  return (
    <Dialog title="Changed in two places" shape="card" onClose={onClose}>
      <p className="text-sm text-ink-2">
        {paths.length === 1 ? 'This was' : 'These were'} changed here and, meanwhile,{' '}
        {by ? `on ${by}` : 'elsewhere'}. Choose what to keep. All other changes are already merged.
      </p>
      <div className="mt-4 space-y-5">
        {paths.map((path) => (
          <fieldset key={path} className="min-w-0">
            <legend className="mb-1.5 text-sm font-medium">{titlesOf(path).join(' › ')}</legend>
            <div className="grid gap-2">
              <Choice
                path={path}
                side="mine"
                words={valueText(valueAt(content, path), nodeAt(path))}
                chosen={!theirs.has(path)}
                onChoose={() => choose(path, 'mine')}
              />
              <Choice
                path={path}
                side="theirs"
                words={valueText(valueAt(disagreement.theirs, path), nodeAt(path))}
                chosen={theirs.has(path)}
                onChoose={() => choose(path, 'theirs')}
              />
            </div>
          </fieldset>
        ))}
      </div>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button look="primary" onClick={() => draft.settle([...theirs])}>
          Keep what is chosen
        </Button>
        <Button look="quiet" onClick={onClose}>
          Decide later
        </Button>
      </div>
    </Dialog>
  )
}

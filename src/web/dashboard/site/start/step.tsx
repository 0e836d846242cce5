import { ChevronRight } from 'lucide-react'
import { ChecklistItem } from './checklist-item.tsx'
import { type ChecklistStep, countDone } from './group-items.ts'

type StepProps = { step: ChecklistStep; nextId: string | undefined; onField: (path: string) => void }

/** One step of the checklist with its items; open where the next thing to do is. */
export function Step({ step, nextId, onField }: StepProps) {
  const { id, title, note, items } = step
  return (
    <details
      open={items.some((item) => item.id === nextId)}
      data-step={id}
      className="fold border-b border-line"
    >
      <summary className="flex min-h-14 items-center gap-3">
        <h3 className="min-w-0 text-base font-semibold">{title}</h3>
        <span className="ml-auto shrink-0 text-xs text-ink-3 tabular-nums">
          {countDone(items)} of {items.length}
        </span>
        <ChevronRight size={14} aria-hidden="true" className="fold-mark shrink-0 text-ink-3" />
      </summary>
      <p className="-mt-2 pb-3 text-sm text-ink-2">{note}</p>
      <div className="border-t border-line *:last:border-b-0">
        {items.map((item) => (
          <ChecklistItem key={item.id} item={item} isNext={item.id === nextId} onField={onField} />
        ))}
      </div>
    </details>
  )
}

import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import type { FieldNode } from './field-node.ts'
import { fieldId } from './jump-to-field.ts'

/** What a field's input needs to be tied to its label and its problem. */
export type InputTies = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

type FieldFrameProps = {
  path: string
  node: FieldNode
  /** Stands in place of the field's own title, e.g. the number of an entry. */
  label?: string | undefined
  /** What can be done to it, at the end of the label's line. */
  aside?: ReactNode
  /** What stands below the input besides problem and note. */
  below?: ReactNode
  children: (ties: InputTies) => ReactNode
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.trim().length : 0)

/** The label, count, problem and way back to the default that every field of the site has around its input. */
export function FieldFrame({ path, node, label, aside, below, children }: FieldFrameProps) {
  const draft = useDraft()
  const { value, problem } = useValue(path)
  const [focused, setFocused] = useState(false)
  const id = fieldId(path)
  const isText = node.format === 'line' || node.format === 'prose'
  const length = lengthOf(value)
  const isLong = node.max !== undefined && length > node.max * 0.85
  const isOver = node.max !== undefined && length > node.max
  // While somebody is still typing, only the limit is worth a word.
  const shown = focused && !isOver ? undefined : problem
  // What the owner has added to a list was never anything else.
  const isEntry = /\.\d+(\.|$)/.test(path)
  const canReset = !isEntry && node.fallback !== '' && node.fallback !== undefined && value !== node.fallback
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focus bubbles here from the input; nothing is pressed.
    <div onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
      <div className={`flex min-h-6 justify-between gap-3 ${aside ? 'items-center' : 'items-baseline'}`}>
        <label htmlFor={id} className="min-w-0 text-sm text-ink-2">
          {label ?? node.title}
        </label>
        <span
          className={`flex shrink-0 gap-2 text-xs text-ink-3 tabular-nums ${aside ? 'items-center' : 'items-baseline'}`}
        >
          {canReset && (
            <button
              type="button"
              aria-label={`Reset ${label ?? node.title} to default`}
              title="Reset to default"
              onClick={() => draft.change(path, node.fallback)}
              className="-my-2 inline-flex min-h-8 items-center gap-1 rounded-sm px-1 hover:text-ink"
            >
              <RotateCcw size={12} aria-hidden="true" />
              Reset
            </button>
          )}
          {isText && node.max !== undefined && (focused || isLong) && (
            <span className={isOver ? 'font-medium text-danger' : ''}>
              {length} / {node.max}
            </span>
          )}
          {aside}
        </span>
      </div>
      <div className="mt-1">
        {children({
          id,
          'aria-describedby': shown || node.note ? `${id}-note` : undefined,
          'aria-invalid': shown !== undefined,
        })}
      </div>
      {(shown || node.note) && (
        <p id={`${id}-note`} className={`mt-1 text-xs ${shown ? 'text-danger' : 'text-ink-3'}`}>
          {shown ?? node.note}
        </p>
      )}
      {below}
    </div>
  )
}

import { RotateCcw, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { publicValue } from '#web/dashboard/site/document/public-value.ts'
import { useDraft, useDraftPart, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import type { FieldNode } from './field-node.ts'
import { fieldId } from './jump-to-field.ts'
import { placeholderNotes } from './placeholder-notes.ts'

type WayBackProps = { path: string; node: FieldNode; label: string; onLeave: () => void }

/**
 * The way back for a field: to what visitors see where it was changed since, else to how it was delivered. Nothing
 * is lost by a slip: after going back to the delivered text, the public one is one press away again.
 */
function WayBack({ path, node, label, onLeave }: WayBackProps) {
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
      title={isChanged ? 'Back to what visitors see' : 'Back to the original'}
      onClick={() => {
        onLeave()
        draft.change(path, isChanged ? shown : fallback)
      }}
      className="-my-3 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 hover:text-ink md:-my-2 md:min-h-8"
    >
      <Icon size={12} aria-hidden="true" />
      {isChanged ? 'Undo' : 'Reset'}
    </button>
  )
}

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
  const { value, problem } = useValue(path)
  const [focused, setFocused] = useState(false)
  const [typing, setTyping] = useState(false)
  const goingBack = useOpened<HTMLLabelElement>()
  const id = fieldId(path)
  const isText = node.format === 'line' || node.format === 'prose'
  const length = lengthOf(value)
  const isLong = node.max !== undefined && length > node.max * 0.85
  const isOver = node.max !== undefined && length > node.max
  // While somebody is typing, only the limit is worth a word; whoever was led here sees why.
  // An entry that was just added is empty, and nobody's mistake.
  const isFresh = focused && value === '' && /\.\d+(\.|$)/.test(path)
  const shown = (typing && !isOver) || isFresh ? undefined : problem
  const brand = useDraftPart((state) => state.content.brand)
  const braces = isText ? placeholderNotes(String(value), node.fallback, brand) : { notes: [], unknown: [] }
  const notes = [...(node.note ? [node.note] : []), ...braces.notes].join(' ')
  const doubt = braces.unknown.join(' ')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focus bubbles here from the input; nothing is pressed.
    <div
      onFocus={() => setFocused(true)}
      onInput={() => setTyping(true)}
      onBlur={() => {
        setFocused(false)
        setTyping(false)
      }}
    >
      <div className={`flex min-h-6 justify-between gap-3 ${aside ? 'items-center' : 'items-baseline'}`}>
        <label ref={goingBack.opener} tabIndex={-1} htmlFor={id} className="min-w-0 text-sm text-ink-2">
          {label ?? node.title}
        </label>
        <span
          className={`flex shrink-0 gap-2 text-xs text-ink-3 tabular-nums ${aside ? 'items-center' : 'items-baseline'}`}
        >
          <WayBack path={path} node={node} label={label ?? node.title} onLeave={goingBack.leave} />
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
          'aria-describedby': shown || doubt || notes ? `${id}-note` : undefined,
          'aria-invalid': shown !== undefined,
        })}
      </div>
      {(shown || doubt || notes) && (
        <p id={`${id}-note`} className="mt-1 text-xs text-ink-3">
          {shown && <span className="block text-danger">{shown}</span>}
          {doubt && <span className="block text-warning">{doubt}</span>}
          {!shown && notes}
        </p>
      )}
      {below}
    </div>
  )
}

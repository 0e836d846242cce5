import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { ContentField } from './content-field.tsx'
import type { ContentNode, ListNode } from './field-node.ts'

/** Draws the fields of an entry; the list does not know how. */
export type DrawFields = (nodes: ContentNode[], path: string) => ReactNode

type EntryProps = {
  path: string
  node: ListNode
  name: string
  isNew: boolean
  controls: ReactNode
  fields: DrawFields
}

/** An entry of several fields, folded to a line with its title; what can be done to it stays in that line. */
export function FoldedEntry({ path, node, name, isNew, controls, fields }: EntryProps) {
  const [open, setOpen] = useState(isNew)
  const bodyId = useId()
  const hasProblem = useDraftPart((state) =>
    Object.keys({ ...state.problems, ...state.guarded }).some((problem) => problem.startsWith(`${path}.`)),
  )
  return (
    <div data-part={path} className="min-w-0 flex-1">
      <div className="flex min-w-0 items-center gap-1">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-sm text-left text-sm md:min-h-10"
        >
          <ChevronRight
            size={14}
            aria-hidden="true"
            className={`shrink-0 text-ink-3 motion-safe:transition-transform ${open ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0 truncate">{name}</span>
          {hasProblem && <span className="shrink-0 text-xs text-danger">needs attention</span>}
        </button>
        {controls}
      </div>
      <div id={bodyId} hidden={!open} data-fold className="space-y-5 pt-1 pb-5 pl-5.5">
        {fields(node.item.kind === 'group' ? node.item.nodes : [node.item], path)}
      </div>
    </div>
  )
}

/** An entry of a single field: the field itself. */
export function PlainEntry({ path, node, name, controls }: EntryProps) {
  if (node.item.kind !== 'field') return null
  return (
    <div className="min-w-0 flex-1 pb-3">
      <ContentField path={path} node={node.item} label={name} aside={controls} />
    </div>
  )
}

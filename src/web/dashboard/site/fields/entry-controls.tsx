import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import type { ComponentType } from 'react'

type EntryControlsProps = {
  name: string
  at: number
  count: number
  canRemove: boolean
  onMove: (to: number) => void
  onRemove: () => void
  onDrag: (dragging: boolean) => void
}

type ActionProps = {
  label: string
  icon: ComponentType<{ size: number; 'aria-hidden': true }>
  disabled?: boolean
  onClick: () => void
}

function Action({ label, icon: Icon, disabled = false, onClick }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Focus stays on a button at the end of its way; nothing happens there.
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink aria-disabled:opacity-40 aria-disabled:hover:bg-transparent md:size-8"
    >
      <Icon size={15} aria-hidden />
    </button>
  )
}

/** What can be done to one entry of a list: move it by buttons or, with a mouse, by its handle, and remove it. */
export function EntryControls(props: EntryControlsProps) {
  const { name, at, count, canRemove, onMove, onRemove, onDrag } = props
  return (
    <span className="flex shrink-0 items-center">
      <span
        draggable
        aria-hidden="true"
        title="Drag to another place"
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', name)
          onDrag(true)
        }}
        onDragEnd={() => onDrag(false)}
        className="hidden size-8 cursor-grab items-center justify-center text-ink-3 pointer-fine:inline-flex"
      >
        <GripVertical size={15} />
      </span>
      <Action label={`Move up: ${name}`} icon={ArrowUp} disabled={at === 0} onClick={() => onMove(at - 1)} />
      <Action
        label={`Move down: ${name}`}
        icon={ArrowDown}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      />
      <Action label={`Remove: ${name}`} icon={Trash2} disabled={!canRemove} onClick={onRemove} />
    </span>
  )
}

import { Move } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import type { MovablePoint } from './use-point.ts'

const ways: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type FocalPointProps = { address: string; title: string; point: MovablePoint }

/** The whole picture with the point that stays in sight: tapped, dragged, or moved with the arrow keys. */
export function FocalPoint({ address, title, point }: FocalPointProps) {
  const id = useId()
  const picture = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { x, y, set } = point

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const place = picture.current?.getBoundingClientRect()
    if (!place || place.width === 0) return
    set({
      x: ((event.clientX - place.left) / place.width) * 100,
      y: ((event.clientY - place.top) / place.height) * 100,
    })
  }
  const step = (event: KeyboardEvent) => {
    const way = ways[event.key]
    if (!way) return
    event.preventDefault()
    const length = event.shiftKey ? 10 : 2
    set({ x: x + way[0] * length, y: y + way[1] * length })
  }

  return (
    <div className="mt-3">
      <p id={`${id}-how`} className="mb-1.5 text-xs text-ink-2">
        Tap what must stay in sight, such as a face. The arrow keys move the point, too.
      </p>
      <div
        ref={picture}
        className="relative inline-block max-w-full cursor-crosshair touch-none overflow-hidden rounded-sm border border-line select-none"
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          handle.current?.focus({ preventScroll: true })
          follow(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event)
        }}
      >
        <img src={address} alt="" draggable={false} className="block max-h-64 max-w-full" />
        <button
          ref={handle}
          type="button"
          aria-label={`What stays in sight: ${title}`}
          aria-describedby={`${id}-how ${id}-at`}
          onKeyDown={step}
          className="absolute flex size-11 -translate-1/2 items-center justify-center rounded-full border-2 border-surface bg-ink text-surface shadow-floating"
          style={{ left: `${x}%`, top: `${y}%` }}
        >
          <Move size={16} aria-hidden="true" />
        </button>
      </div>
      <p id={`${id}-at`} role="status" className="text-xs text-ink-3 tabular-nums">
        {x}% from the left, {y}% from the top
      </p>
    </div>
  )
}

import { type KeyboardEvent, useId, useState } from 'react'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { counted } from '#web/dashboard/ui/counted.ts'
import { useWideScreen } from '#web/dashboard/ui/use-wide-screen.ts'
import { isRunning, pointTime, type Step, slotsOf } from './point-time.ts'
import { drawTraffic, type TrafficPoint } from './traffic-drawing.ts'
import { TrafficPicture } from './traffic-picture.tsx'
import { useWidth } from './use-width.ts'

/** The traffic chart's numbers as a table that only screen readers meet. */
function TrafficTable({ points, step, tz }: { points: TrafficPoint[]; step: Step; tz: string }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Traffic over time</caption>
        <thead>
          <tr>
            <th scope="col">{step === 'day' ? 'Day' : 'Hour'}</th>
            <th scope="col">Visitors</th>
            <th scope="col">Views</th>
            <th scope="col">Leads</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ at, visitors, views, leads }) => (
            <tr key={at}>
              <th scope="row">{pointTime(at, step, tz)}</th>
              <td>{visitors}</td>
              <td>{views}</td>
              <td>{leads}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const number = new Intl.NumberFormat('en-US')

type TrafficChartProps = {
  points: TrafficPoint[]
  step: Step
  tz: string
  /** What the readout says while no point is chosen. */
  totals: { visitors: number; views: number; leads: number } | null
}

/**
 * Visitors, views and leads over time. A point's exact numbers stand above the picture while the pointer, a
 * finger or the arrow keys are on it; for screen readers there is a table.
 */
export function TrafficChart({ points, step, tz, totals }: TrafficChartProps) {
  const [ref, width, letters] = useWidth<HTMLDivElement>()
  const wide = useWideScreen()
  const now = useNow()
  const noteId = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const last = points.length - 1
  const at = chosen === null ? null : Math.min(chosen, last)
  const point = at === null ? undefined : points[at]
  const drawing = drawTraffic(points, width, wide, slotsOf(step, points.length), letters)
  const running = (one: TrafficPoint) => isRunning(one.at, step, tz, now)
  const words = (one: TrafficPoint) =>
    `${pointTime(one.at, step, tz)}${running(one) ? ' so far' : ''}: ${counted(one.visitors, 'visitor')}, ${counted(one.views, 'view')}, ${counted(one.leads, 'lead')}`

  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -7,
      PageUp: 7,
      Home: -points.length,
      End: points.length,
    }
    const move = steps[event.key]
    if (event.key === 'Escape' && at !== null) return setChosen(null)
    if (move === undefined) return
    event.preventDefault()
    setChosen(Math.min(last, Math.max(0, (at ?? last) + move)))
  }
  const pick = (clientX: number, box: DOMRect) => setChosen(drawing.indexAt(clientX - box.left))
  const shown = point ?? totals

  return (
    <figure className="relative">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 pb-1">
        <h2 className="text-base font-semibold">Traffic</h2>
        <p className="flex min-h-5 flex-wrap gap-x-4 text-sm tabular-nums" aria-hidden="true">
          <span className="text-ink-3 max-sm:basis-full">
            {point ? `${pointTime(point.at, step, tz)}${running(point) ? ', so far' : ''}` : 'In total'}
          </span>
          {shown && (
            <>
              <Value name="visitor" value={shown.visitors} dot="bg-accent" />
              <Value name="view" value={shown.views} dot="bg-control" />
              <Value name="lead" value={shown.leads} dot="bg-success" />
            </>
          )}
        </p>
      </figcaption>
      {/* A slider is what arrow keys move along; its text is the point's exact numbers. */}
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label="Traffic over time"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={at ?? Math.max(0, last)}
        aria-valuetext={words(point ?? points[last] ?? { at: '', views: 0, visitors: 0, leads: 0 })}
        aria-describedby={noteId}
        className="touch-pan-y rounded-sm"
        onKeyDown={press}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setChosen(at ?? last)}
        onBlur={() => setChosen(null)}
        onPointerDown={(event) => pick(event.clientX, event.currentTarget.getBoundingClientRect())}
        onPointerMove={(event) => pick(event.clientX, event.currentTarget.getBoundingClientRect())}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setChosen(null)}
      >
        <TrafficPicture
          points={points}
          step={step}
          tz={tz}
          width={width}
          drawing={drawing}
          chosen={at}
          now={now}
        />
      </div>
      <p id={noteId} className="sr-only">
        The arrow keys move from point to point. A table with all numbers follows.
      </p>
      <TrafficTable points={points} step={step} tz={tz} />
    </figure>
  )
}

function Value({ name, value, dot }: { name: string; value: number; dot: string }) {
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <span className={`size-1.5 self-center rounded-full forced-color-adjust-none ${dot}`} />
      <span className="font-medium">{number.format(value)}</span>
      <span className="text-ink-3">{value === 1 ? name : `${name}s`}</span>
    </span>
  )
}

import { areOfYears, isRunning, placeTime, type Step, tickIndexes, tickTimes } from './point-time.ts'
import { keepApart, type TrafficDrawing, type TrafficPoint } from './traffic-drawing.ts'

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

type TrafficPictureProps = {
  points: TrafficPoint[]
  step: Step
  tz: string
  width: number
  drawing: TrafficDrawing
  chosen: number | null
  now: number
}

/** The number of a point that reaches beyond the picture, above the place where it leaves it. */
function Beyond({ x, y, value, className }: { x: number; y: number; value: number; className: string }) {
  return (
    <g>
      <path d={`M${x - 5},${y + 4} l10,-4 m-10,8 l10,-4`} className="stroke-paper" strokeWidth="2.5" />
      <text
        x={x}
        y={y - 6}
        textAnchor="middle"
        strokeWidth="4"
        paintOrder="stroke"
        className={`stroke-paper font-medium ${className}`}
      >
        {compact.format(value)}
      </text>
    </g>
  )
}

/** The picture itself: hairlines, two lines with their names at the end, bars below, few ticks. */
export function TrafficPicture({ points, step, tz, width, drawing, chosen, now }: TrafficPictureProps) {
  const { left, right, height, lines, bars, x, y } = drawing
  const last = points.length - 1
  const end = points[last]
  if (!end || width === 0) return <svg width="100%" height={height} aria-hidden="true" />
  // What is still running is drawn dashed: it will grow.
  const whole = isRunning(end.at, step, tz, now) && last > 0 ? last : last + 1
  const [viewsLabel, visitorsLabel] = keepApart(y(end.views), y(end.visitors), 15 * drawing.letters)
  const first = points[0]?.at ?? ''
  const tickWidth = step === 'day' && areOfYears(first, end.at) ? 76 : 64
  const rows = tickIndexes(drawing.slots, Math.floor((right - left) / (tickWidth * drawing.letters)))
  const times = tickTimes(
    rows.map((index) => placeTime(first, step, index)),
    step,
    tz,
  )
  return (
    <svg width={width} height={height} aria-hidden="true" className="block text-xs tabular-nums">
      {drawing.ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-ink-3">
            {compact.format(tick)}
          </text>
        </g>
      ))}
      <line x1={left} x2={right} y1={bars.bottom} y2={bars.bottom} className="stroke-line" />
      <text x={left - 8} y={bars.top} dy="0.7em" textAnchor="end" className="fill-ink-3">
        {compact.format(drawing.mostLeads)}
      </text>
      {chosen !== null && (
        <line x1={x(chosen)} x2={x(chosen)} y1={lines.top} y2={bars.bottom} className="stroke-line-strong" />
      )}
      {(['views', 'visitors'] as const).map((key) => {
        const stroke = key === 'views' ? 'stroke-control' : 'stroke-accent'
        const shared = {
          fill: 'none',
          strokeWidth: key === 'views' ? 1.5 : 2,
          strokeLinejoin: 'round' as const,
        }
        return (
          <g key={key}>
            <path d={drawing.path(key, 0, whole)} className={stroke} {...shared} />
            {whole === last && (
              <path
                d={drawing.path(key, last - 1, last + 1)}
                strokeDasharray="3 4"
                className={stroke}
                {...shared}
              />
            )}
          </g>
        )
      })}
      {points.map((point, index) => (
        <rect
          key={point.at}
          x={x(index) - drawing.barWidth / 2}
          y={bars.bottom - drawing.barHeight(point.leads)}
          width={drawing.barWidth}
          height={drawing.barHeight(point.leads)}
          className="fill-success"
          opacity={chosen === null || chosen === index ? 1 : 0.45}
        />
      ))}
      {drawing.beyond.views.map(({ index, value }) => (
        <Beyond key={index} x={x(index)} y={lines.top} value={value} className="fill-ink-2" />
      ))}
      {drawing.beyond.leads.map(({ index, value }) => (
        <Beyond key={index} x={x(index)} y={bars.top} value={value} className="fill-success" />
      ))}
      {(chosen !== null ? [chosen] : last === 0 ? [0] : []).map((index) => {
        const point = points[index]
        if (!point) return null
        return (
          <g key={point.at}>
            <circle cx={x(index)} cy={y(point.views)} r="3.5" className="fill-control stroke-paper" />
            <circle cx={x(index)} cy={y(point.visitors)} r="4" className="fill-accent stroke-paper" />
          </g>
        )
      })}
      <text x={drawing.labels} y={viewsLabel} dy="0.32em" className="fill-ink-2">
        Views
      </text>
      <text x={drawing.labels} y={visitorsLabel} dy="0.32em" className="fill-accent-ink font-medium">
        Visitors
      </text>
      <text x={drawing.labels} y={bars.bottom} dy="-0.2em" className="fill-success">
        Leads
      </text>
      {rows.map((index, row) => (
        <text
          key={index}
          x={x(index)}
          y={height - 4 * drawing.letters}
          textAnchor="middle"
          className={index === chosen ? 'fill-ink' : 'fill-ink-3'}
        >
          {times[row]}
        </text>
      ))}
    </svg>
  )
}

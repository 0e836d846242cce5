import type { ReactNode } from 'react'
import { scaleOf } from './traffic-drawing.ts'

const WIDTH = 72
const HEIGHT = 24

const Picture = ({ children }: { children: ReactNode }) => (
  <svg
    width={WIDTH}
    height={HEIGHT}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    aria-hidden="true"
    className="shrink-0"
  >
    {children}
  </svg>
)

const xOf = (index: number, count: number): number =>
  count === 1 ? WIDTH - 2 : 2 + (index * (WIDTH - 4)) / (count - 1)

/** A trend in the size of a word, ending in a dot at the newest value; the number itself stands beside it. */
export function Sparkline({ values, stroke, fill }: { values: number[]; stroke: string; fill: string }) {
  // A flat line of nothing would look like data.
  if (values.every((value) => value === 0)) return null
  const most = Math.max(scaleOf(values), 1)
  const yOf = (value: number) => HEIGHT - 3 - (Math.min(value, most) / most) * (HEIGHT - 6)
  const points = values.map((value, index) => `${xOf(index, values.length)},${yOf(value)}`)
  const last = values.at(-1)
  return (
    <Picture>
      <polyline
        points={points.join(' ')}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        className={stroke}
      />
      {last !== undefined && (
        <circle cx={xOf(values.length - 1, values.length)} cy={yOf(last)} r="2" className={fill} />
      )}
    </Picture>
  )
}

/** The same for a few spans of time, one bar each. */
export function SparkBars({ values, fill }: { values: number[]; fill: string }) {
  if (values.every((value) => value === 0)) return null
  const most = Math.max(...values, 1)
  const room = WIDTH / Math.max(values.length, 1)
  return (
    <Picture>
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / most) * (HEIGHT - 4))
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a span of time is its place in the row.
            key={index}
            x={index * room}
            y={HEIGHT - 2 - height}
            width={Math.max(1, room - 1.5)}
            height={height}
            className={value === 0 ? 'fill-line-strong' : fill}
          />
        )
      })}
    </Picture>
  )
}

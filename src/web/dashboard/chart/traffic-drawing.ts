import { niceTicks } from './nice-ticks.ts'

/** One point of the traffic chart. */
export type TrafficPoint = { at: string; views: number; visitors: number; leads: number }

/** Where everything of the traffic chart stands, in pixels. */
export type TrafficDrawing = ReturnType<typeof drawTraffic>

const LEFT = 40
const RIGHT = 58
// Room for the number of a point that reaches beyond the picture.
const TOP = 20
const GAP = 28
const AXIS = 22

// So many times what nearly all stay under, and a value would press all others flat.
const SPIKE = 2.5
const ABOVE = 1.5
const FEWEST = 5

/**
 * Up to which value a picture has to reach: to the highest, but where a tenth of the values tower over all others, to a
 * little above those, so that the rest can still be read.
 */
export function scaleOf(values: number[]): number {
  const high = values.toSorted((one, other) => other - one)
  const max = high[0] ?? 0
  if (values.length < FEWEST) return max
  const usual = high[Math.max(1, Math.floor(values.length / 10))] ?? 0
  return usual > 0 && max > usual * SPIKE ? usual * ABOVE : max
}

/** The highest of each run of values that reach beyond the picture. */
function peaksAbove(values: number[], top: number): { index: number; value: number }[] {
  return values.flatMap((value, index) => {
    const [before = 0, after = 0] = [values[index - 1], values[index + 1]]
    return value > top && value >= before && value > after ? [{ index, value }] : []
  })
}

/**
 * Lays the chart out: views and visitors as lines on one scale, leads as bars below on their own. `slots` is the
 * number of points there will be once the last day is over, `letters` how large the words are against the usual size.
 */
export function drawTraffic(
  points: TrafficPoint[],
  width: number,
  wide: boolean,
  slots = points.length,
  letters = 1,
) {
  const [before, behind, gap] = [LEFT * letters, RIGHT * letters, GAP * letters]
  const linesHeight = wide ? 190 : 140
  const barsHeight = wide ? 44 : 36
  const lines = { top: TOP * letters, bottom: TOP * letters + linesHeight }
  const bars = { top: lines.bottom + gap, bottom: lines.bottom + gap + barsHeight }
  const ticks = niceTicks(scaleOf(points.map(({ views, visitors }) => Math.max(views, visitors))))
  const top = ticks.at(-1) ?? 1
  const mostLeads = Math.max(1, Math.round(scaleOf(points.map(({ leads }) => leads))))
  const inner = Math.max(1, width - before - behind)
  const slot = inner / Math.max(1, slots)
  const x = (index: number) => before + slot * (index + 0.5)
  const y = (value: number) => lines.bottom - (Math.min(value, top) / top) * linesHeight
  const barHeight = (leads: number) => (Math.min(leads, mostLeads) / mostLeads) * barsHeight
  const path = (key: 'views' | 'visitors', from: number, to: number) =>
    points
      .slice(from, to)
      .map((point, index) => `${index === 0 ? 'M' : 'L'}${x(from + index)},${y(point[key])}`)
      .join('')
  return {
    left: before,
    right: width - behind,
    height: bars.bottom + AXIS * letters,
    letters,
    lines,
    bars,
    ticks,
    mostLeads,
    /** The peaks that reach beyond the picture: their numbers stand at its edge. */
    beyond: {
      views: peaksAbove(
        points.map(({ views }) => views),
        top,
      ),
      leads: peaksAbove(
        points.map(({ leads }) => leads),
        mostLeads,
      ),
    },
    slots,
    /** Where the names of the lines stand: right behind their ends. */
    labels: before + slot * points.length + 8,
    barWidth: Math.max(1, Math.min(22, slot * 0.62)),
    x,
    y,
    barHeight,
    path,
    /** The point nearest to a horizontal place. */
    indexAt: (place: number) => Math.min(points.length - 1, Math.max(0, Math.floor((place - before) / slot))),
  }
}

/** Moves labels apart that would overlap: the given places from top to bottom, at least `apart` from each other. */
export function keepApart(upper: number, lower: number, apart: number): [number, number] {
  const missing = apart - (lower - upper)
  return missing <= 0 ? [upper, lower] : [upper - missing / 2, lower + missing / 2]
}

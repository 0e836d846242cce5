/**
 * Round numbers for a value axis: from 0 to just above `max`, in at most `most` steps of 1, 2 or 5 times a power
 * of ten. Counts have no halves, so no step is below 1.
 */
export function niceTicks(max: number, most = 3): number[] {
  const rough = Math.max(max, 1) / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power)
  const ticks = [0]
  for (let tick = step; ticks.length <= most && (ticks.at(-1) ?? 0) < max; tick += step) ticks.push(tick)
  if (ticks.length === 1) ticks.push(step)
  return ticks
}

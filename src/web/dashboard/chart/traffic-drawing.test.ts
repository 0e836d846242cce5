import { describe, expect, it } from 'vitest'
import { drawTraffic, keepApart, scaleOf } from './traffic-drawing.ts'

const points = [
  { at: '2026-11-16', views: 100, visitors: 40, leads: 2 },
  { at: '2026-11-17', views: 50, visitors: 25, leads: 0 },
]

describe('the traffic chart', () => {
  it('finds the point under every place, also beside the plot', () => {
    const drawing = drawTraffic(points, 498, true)
    expect([-50, 40, 239, 241, 900].map(drawing.indexAt)).toEqual([0, 0, 0, 1, 1])
    expect([drawing.x(0), drawing.x(1)]).toEqual([140, 340])
  })

  it('stands more views higher and never leaves the plot', () => {
    const { y, lines, ticks } = drawTraffic(points, 498, true)
    expect(ticks).toEqual([0, 50, 100])
    expect([y(0), y(100)]).toEqual([lines.bottom, lines.top])
  })

  it('draws nothing wrong without points and without width', () => {
    expect(drawTraffic([], 0, false).path('views', 0, 0)).toBe('')
  })

  it('lets one spike leave the picture, with its number, rather than flatten the month', () => {
    const month = Array.from({ length: 30 }, (_, index) => ({
      ...{ at: `2026-11-${index + 1}`, views: 90 + index, visitors: 40, leads: 2 },
    }))
    const spiked = month.map((point, index) =>
      index === 12 ? { ...point, views: 9000, leads: 60 } : index === 13 ? { ...point, views: 4000 } : point,
    )
    const { ticks, y, beyond, barHeight, bars } = drawTraffic(spiked, 800, true)
    expect(ticks.at(-1)).toBe(200)
    expect(y(9000)).toBe(y(200))
    // The day after is beyond, too, but one number says it.
    expect(beyond).toEqual({ views: [{ index: 12, value: 9000 }], leads: [{ index: 12, value: 60 }] })
    expect(barHeight(60)).toBe(bars.bottom - bars.top)
    expect(drawTraffic(month, 800, true).beyond).toEqual({ views: [], leads: [] })
  })

  it('reaches to the highest where all are alike, few or nothing', () => {
    expect(scaleOf([100, 90, 240, 80, 70])).toBe(240)
    expect(scaleOf([1, 1000])).toBe(1000)
    expect(scaleOf([0, 0, 0, 0, 0, 9])).toBe(9)
    expect(scaleOf([])).toBe(0)
  })

  it('keeps labels apart without changing their order', () => {
    expect(keepApart(10, 50, 14)).toEqual([10, 50])
    expect(keepApart(20, 22, 14)).toEqual([14, 28])
  })
})

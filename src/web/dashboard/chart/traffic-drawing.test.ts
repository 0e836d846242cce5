import { describe, expect, it } from 'vitest'
import { drawTraffic, keepApart } from './traffic-drawing.ts'

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

  it('keeps labels apart without changing their order', () => {
    expect(keepApart(10, 50, 14)).toEqual([10, 50])
    expect(keepApart(20, 22, 14)).toEqual([14, 28])
  })
})

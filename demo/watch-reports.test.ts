import { describe, expect, it } from 'vitest'
import { watchReports } from './watch-reports.ts'

describe('what a page reports of its video', () => {
  it('is half a minute of steps a call, the pitch once as it is reached, and the rest as it closes', () => {
    const reports = watchReports(740)
    expect(reports[0]).toEqual({ second: 25, steps: [0, 1, 2, 3, 4, 5] })
    expect(reports.filter(({ steps }) => steps.length === 0)).toEqual([{ second: 715, steps: [] }])
    expect(reports.flatMap(({ steps }) => steps)).toEqual(Array.from({ length: 148 }, (_, step) => step))
    const seconds = reports.map(({ second }) => second)
    expect(seconds).toEqual([...seconds].sort((one, other) => one - other))
  })

  it('never tells of a pitch that was not reached', () => {
    expect(watchReports(700).every(({ steps }) => steps.length > 0)).toBe(true)
    expect(watchReports(3)).toEqual([])
  })
})

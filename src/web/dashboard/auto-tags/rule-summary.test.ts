import { describe, expect, it } from 'vitest'
import { recentLogs, summaryOf } from './rule-summary.ts'

const rule = (isActive: 'true' | 'false', successCount: number, errorCount: number) => ({
  isActive,
  successCount,
  errorCount,
})

describe('summaryOf', () => {
  it('averages the rates of the rules that have run, and gives the overall rate beside it', () => {
    const summary = summaryOf([rule('true', 99, 1), rule('true', 1, 1), rule('false', 0, 0)])
    expect(summary).toEqual({ active: 2, executions: 102, meanRate: 74.5, overallRate: (100 / 102) * 100 })
  })

  it('has no rate where no rule has run', () => {
    expect(summaryOf([rule('true', 0, 0)])).toMatchObject({
      executions: 0,
      meanRate: null,
      overallRate: null,
    })
    expect(summaryOf([])).toMatchObject({ active: 0, meanRate: null })
  })
})

describe('recentLogs', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const logs = ['2026-11-21T11:00:00Z', '2026-11-20T12:00:01Z', '2026-11-20T12:00:00Z'].map((timestamp) => ({
    timestamp,
  }))

  it('counts the last 24 hours', () => {
    expect(recentLogs(logs, true, now)).toEqual({ count: 2, atLeast: false })
  })

  it('says "at least" when every log read is that young and there are more', () => {
    expect(recentLogs(logs.slice(0, 2), true, now)).toEqual({ count: 2, atLeast: true })
    expect(recentLogs(logs.slice(0, 2), false, now)).toEqual({ count: 2, atLeast: false })
  })
})

import { describe, expect, it } from 'vitest'
import { ratesOf } from './list-auto-tags.ts'

const rule = (successCount: number, errorCount: number) => ({ successCount, errorCount })

describe('the rates of rules', () => {
  it('are averaged over the rules that have run, with the overall rate beside it', () => {
    expect(ratesOf([rule(99, 1), rule(1, 1), rule(0, 0)])).toEqual({
      totalExecutions: 102,
      successRate: 74.5,
      overallRate: 98,
    })
  })

  it('are none where no rule has run', () => {
    const none = { totalExecutions: 0, successRate: null, overallRate: null }
    expect([ratesOf([rule(0, 0)]), ratesOf([])]).toEqual([none, none])
  })
})

import { describe, expect, it } from 'vitest'
import type { Lead } from '#contract/lead.ts'
import { mergeLeads } from './merge-leads.ts'

// Only what the merge looks at; the rest of a lead plays no part in it.
const lead = (email: string, day: number) =>
  ({ email, lastSeen: `2026-11-${String(day).padStart(2, '0')}T00:00:00Z` }) as Lead

const emails = (rows: Lead[]) => rows.map((row) => row.email)

describe('mergeLeads', () => {
  it('puts both sources into one order, newest first', () => {
    const { rows, wanting } = mergeLeads(
      { rows: [lead('a', 9), lead('c', 5)], more: false },
      { rows: [lead('b', 7), lead('d', 3)], more: false },
    )
    expect(emails(rows)).toEqual(['a', 'b', 'c', 'd'])
    expect(wanting).toEqual({ customers: false, records: false })
  })

  it('skips a record whose email is among the customers', () => {
    const { rows } = mergeLeads(
      { rows: [lead('a', 9)], more: false },
      { rows: [lead('a', 8), lead('b', 1)], more: false },
    )
    expect(emails(rows)).toEqual(['a', 'b'])
  })

  it('stops where a source must be read on, and names that source', () => {
    const { rows, wanting } = mergeLeads(
      { rows: [lead('a', 9), lead('c', 5)], more: true },
      { rows: [lead('b', 7), lead('d', 3)], more: false },
    )
    expect(emails(rows)).toEqual(['a', 'b', 'c'])
    expect(wanting).toEqual({ customers: true, records: false })
  })

  it('is empty for two empty sources', () => {
    expect(mergeLeads({ rows: [], more: false }, { rows: [], more: false }).rows).toEqual([])
  })
})

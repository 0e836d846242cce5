import { describe, expect, it } from 'vitest'
import { ranked, referrerName } from './referrers.ts'

describe('referrers', () => {
  it('are named by their host, and cut to 30 characters where they have none', () => {
    expect(referrerName('https://www.tiktok.com/@coach?x=1')).toBe('tiktok.com')
    expect(referrerName('Direct')).toBe('Direct')
    expect(referrerName('android-app://com.google.android.gm/')).toBe('com.google.android.gm')
    expect(referrerName('x'.repeat(31))).toBe(`${'x'.repeat(30)}…`)
  })

  it('of one host are counted together, most first', () => {
    const counts = { 'https://a.com/1': 2, 'https://b.com/': 3, 'https://a.com/2': 2, Direct: 1 }
    expect(ranked(counts, referrerName)).toEqual([
      ['a.com', 4],
      ['b.com', 3],
      ['Direct', 1],
    ])
  })
})

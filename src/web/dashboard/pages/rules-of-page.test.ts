import { describe, expect, it } from 'vitest'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { rulesOfPage } from './rules-of-page.ts'

const rule = (
  tagName: string,
  trigger: AutoTagRule['trigger'],
  conditions: AutoTagRule['conditions'] = {},
) => ({
  id: tagName,
  name: tagName,
  description: '',
  tagName,
  trigger,
  conditions,
  isActive: 'true' as const,
  successCount: 0,
  errorCount: 0,
  lastTriggered: null,
  createdAt: '2026-11-01T00:00:00.000Z',
})
const rules = [
  rule('VH01', 'lead_captured'),
  rule('VH02', 'video_progress', { page: ['freetraining', 'training', 'vsl'], watchTime: 715 }),
  rule('VH03', 'application', { page: ['thankyoucall'] }),
  rule('VH04', 'booking'),
]
const tagsOf = (path: string) =>
  rulesOfPage(rules, path).map(({ rule: { tagName }, when }) => [tagName, when])

describe('the tagging rules of a page', () => {
  it('are those it can set off, with what does', () => {
    expect(tagsOf('/meme')).toEqual([['VH01', 'a lead form sent here']])
    expect(tagsOf('/freetraining2')).toEqual([
      ['VH01', 'a lead form sent here'],
      ['VH02', 'a lead form sent here, or the video watched to 11:55'],
    ])
    expect(tagsOf('/thankyoucallb')).toEqual([['VH03', 'an application that ends here']])
    expect(tagsOf('/callbooked')).toEqual([['VH04', 'a call booked']])
  })

  it('hold for a page named by its whole path, and not for one whose name begins like it', () => {
    const own = [rule('Own', 'lead_captured', { exactPage: ['/freetraining'] })]
    expect(rulesOfPage(own, '/freetraining')).toHaveLength(1)
    expect(rulesOfPage(own, '/freetraining2')).toEqual([])
  })

  it('are none on a page without a form that no rule names', () => {
    expect(tagsOf('/terms')).toEqual([])
    expect(tagsOf('/trainingportal')).toEqual([])
  })
})

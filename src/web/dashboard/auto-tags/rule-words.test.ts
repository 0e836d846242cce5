import { describe, expect, it } from 'vitest'
import { causeWords, conditionWords, triggerWord, watchTime } from './rule-words.ts'

describe('the words of a rule', () => {
  it('say watch times as minutes and seconds', () => {
    expect([0, 59, 60, 715, 855.9].map(watchTime)).toEqual(['0:00', '0:59', '1:00', '11:55', '14:15'])
  })

  it('say trigger and conditions', () => {
    expect(triggerWord({ trigger: 'video_progress' })).toBe('Video watched')
    expect(conditionWords({ conditions: {} })).toBe('')
    expect(conditionWords({ conditions: { page: ['training', 'vsl'], watchTime: 715 } })).toBe(
      'page contains training or vsl, from 11:55 of the video',
    )
  })

  it('say what set an execution off', () => {
    expect(causeWords({ triggerData: { page: '/meme', watchTime: 715 } })).toBe('/meme at 11:55')
    expect(causeWords({ triggerData: {} })).toBe('')
  })
})

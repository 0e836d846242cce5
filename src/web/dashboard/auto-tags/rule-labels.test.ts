import { describe, expect, it } from 'vitest'
import {
  causeLabel,
  conditionLabel,
  dryRunLabel,
  reasonLabel,
  triggerLabel,
  watchTime,
  whomLabel,
} from './rule-labels.ts'

describe('the words of a rule', () => {
  it('say watch times as minutes and seconds', () => {
    expect([0, 59, 60, 715, 855.9].map(watchTime)).toEqual(['0:00', '0:59', '1:00', '11:55', '14:15'])
  })

  it('say trigger and conditions', () => {
    expect(triggerLabel({ trigger: 'video_progress' })).toBe('Video watched')
    expect(conditionLabel({ conditions: {} })).toBe('')
    expect(conditionLabel({ conditions: { page: ['training', 'vsl'], watchTime: 715 } })).toBe(
      'page contains training or vsl, from 11:55 of the video',
    )
  })

  it('say whom a rule tags, surprises included', () => {
    const rule = { tagName: 'VH02', trigger: 'video_progress' as const }
    expect(whomLabel({ ...rule, conditions: { page: ['vsl'], exactPage: ['/meme'], watchTime: 715 } })).toBe(
      'Gives “VH02” to everyone who watches the video to 11:55. Also to everyone who sends a lead form where the path contains vsl, or is /meme.',
    )
    expect(whomLabel({ tagName: ' ', trigger: 'booking' })).toBe(
      'Gives the tag to everyone who books a call.',
    )
  })

  it('say what a dry run found', () => {
    expect(dryRunLabel({ count: 0, tagged: 0, days: 30 })).toContain('Nobody')
    expect(dryRunLabel({ count: 1, tagged: 0, days: 30 })).toContain('1 person would have got this tag.')
    expect(dryRunLabel({ count: 1200, tagged: 3, days: 30 })).toContain('3 of them have it already.')
    expect(reasonLabel({ cause: 'video_progress', page: null, watchTime: 125 })).toBe('Watched to 2:05')
  })

  it('say what set an execution off', () => {
    expect(causeLabel({ triggerData: { page: '/meme', watchTime: 715 } })).toBe('/meme at 11:55')
    expect(causeLabel({ triggerData: {} })).toBe('')
    expect(causeLabel({ trigger: 'lead_captured', triggerData: { page: '/meme' } })).toBe(
      'Sent the form on /meme',
    )
    expect(causeLabel({ trigger: 'video_progress', triggerData: { watchTime: 715 } })).toBe(
      'Watched to 11:55',
    )
    expect(causeLabel({ trigger: 'application', triggerData: { page: '/thankyoucall' } })).toBe(
      'Applied, on /thankyoucall',
    )
    expect(causeLabel({ trigger: 'application', triggerData: { confirmed: true } })).toBe(
      'Applied, as the form confirms',
    )
    expect(causeLabel({ trigger: 'booking', triggerData: { confirmed: true } })).toBe(
      'Booked a call, as the calendar confirms',
    )
    expect(causeLabel({ trigger: 'booking', triggerData: {} })).toBe('Booked a call')
  })
})

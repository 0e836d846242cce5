import { describe, expect, it } from 'vitest'
import { matchingRules, type Rule } from './matching-rules.ts'

const rules: Rule[] = [
  { id: '1', tag_name: 'VH01 - Lead', trigger: 'lead_captured', conditions: {} },
  {
    id: '2',
    tag_name: 'VH02 - Saw Pitch',
    trigger: 'video_progress',
    conditions: { page: ['freetraining', 'training', 'vsl'], watchTime: 715 },
  },
  {
    id: '3',
    tag_name: 'VH03 - Filled Application',
    trigger: 'application',
    conditions: { page: ['thankyoucall'] },
  },
  { id: '4', tag_name: 'VH04 - Booked Call', trigger: 'booking', conditions: {} },
]

describe('a rule for exact pages', () => {
  const only = (trigger: Rule['trigger'], conditions: Rule['conditions']): Rule[] => [
    { id: '5', tag_name: 'Own', trigger, conditions },
  ]
  const isSetOff = (rule: Rule[], trigger: Rule['trigger'], page?: string) =>
    matchingRules(rule, page === undefined ? { trigger } : { trigger, page }).length === 1

  it('holds there and nowhere else, a slash at the end aside', () => {
    const rule = only('lead_captured', { exactPage: ['/freetraining'] })
    expect(
      ['/freetraining', '/freetraining/', '/freetraining2', '/x/freetraining', '/'].map((page) =>
        isSetOff(rule, 'lead_captured', page),
      ),
    ).toEqual([true, true, false, false, false])
    expect(isSetOff(only('lead_captured', { exactPage: ['/'] }), 'lead_captured', '/meme')).toBe(false)
    expect(isSetOff(only('page_view', { exactPage: ['/'] }), 'page_view')).toBe(false)
  })

  it('may stand beside parts of paths, and answers to captures as those do', () => {
    const rule = only('application', { page: ['thankyou'], exactPage: ['/qualified'] })
    expect(isSetOff(rule, 'application', '/qualified')).toBe(true)
    expect(isSetOff(rule, 'lead_captured', '/thankyoucall')).toBe(true)
    expect(isSetOff(rule, 'lead_captured', '/qualified2')).toBe(false)
  })
})

it('a rule of the video without a second holds from its beginning, once', () => {
  const rule: Rule = { id: '6', tag_name: 'Pressed Play', trigger: 'video_progress', conditions: {} }
  const isSetOff = (watchTime: number, watchedBefore: number | null) =>
    matchingRules([rule], { trigger: 'video_progress', watchTime, watchedBefore }).length === 1
  expect([isSetOff(0, null), isSetOff(5, null), isSetOff(10, 0), isSetOff(10, 5)]).toEqual([
    ...[true, true, false, false],
  ])
})

describe('the rules that a trigger event sets off', () => {
  it.each([
    ['a capture on the home page', { trigger: 'lead_captured', page: '/' }, ['VH01 - Lead']],
    [
      'a capture on a training page',
      { trigger: 'lead_captured', page: '/freetraining2' },
      ['VH01 - Lead', 'VH02 - Saw Pitch'],
    ],
    [
      'a capture on a page with vsl',
      { trigger: 'lead_captured', page: '/new-vsl' },
      ['VH01 - Lead', 'VH02 - Saw Pitch'],
    ],
    [
      'a capture on a thank-you page',
      { trigger: 'lead_captured', page: '/thankyoucallb' },
      ['VH01 - Lead', 'VH03 - Filled Application'],
    ],
    ['a video watched to 714 s', { trigger: 'video_progress', watchTime: 714 }, []],
    ['a video watched to 715 s', { trigger: 'video_progress', watchTime: 715 }, ['VH02 - Saw Pitch']],
    ['an application', { trigger: 'application', page: '/thankyoucall' }, ['VH03 - Filled Application']],
    ['an application elsewhere', { trigger: 'application', page: '/qualified' }, []],
    ['a booking', { trigger: 'booking' }, ['VH04 - Booked Call']],
    ['a page view', { trigger: 'page_view', page: '/freetraining' }, []],
  ] as const)('%s', (_name, triggerEvent, tags) => {
    expect(matchingRules(rules, triggerEvent).map((rule) => rule.tag_name)).toEqual(tags)
  })
})

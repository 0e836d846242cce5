import { describe, expect, it } from 'vitest'
import { identifyAds, identifyInSteps } from './ad-identity.ts'
import { type AdLabels, adSource, readTouch } from './ad-labels.ts'
import { addTouch, newTouchList } from './ad-touch-list.ts'

const said = (source: string, ids: string[], names: string[]): AdLabels => ({
  source,
  ids: [ids[0] ?? '', ids[1] ?? '', ids[2] ?? ''],
  names: [names[0] ?? '', names[1] ?? '', names[2] ?? ''],
})
const touch = (...parts: string[]): string =>
  JSON.stringify(Array.from({ length: 8 }, (_, at) => parts[at] ?? ''))

const whole = said('meta', ['1', '2', '3'], ['Spring', 'Women', 'Video A'])

describe('the source of a visit', () => {
  it.each([
    ['facebook', 'paid', 'meta'],
    ['IG', '', 'meta'],
    ['instagram', 'bio', 'instagram'],
    ['Google', 'cpc', 'google'],
    ['tiktok', 'paid', 'tiktok'],
    ['Newsletter ', 'email', 'newsletter'],
    ['{{site_source_name}}', 'paid', ''],
    ['Facebook Ads', 'paid', 'meta'],
    ['fb_ad', 'cpc', 'meta'],
    ['meta-ads', 'paid', 'meta'],
    ['l.instagram.com', 'paid', 'meta'],
    ['instagram.com', 'bio', 'instagram.com'],
    ['th', 'paid', 'meta'],
    ['threads', 'organic', 'threads'],
    ['l.threads.com', 'paid', 'meta'],
    ['GoogleAds', 'cpc', 'google'],
    ['tiktok_ads', 'paid', 'tiktok'],
    ['facebook group', '', 'facebook group'],
  ])('%s by %s is %s', (source, medium, expected) => {
    expect(adSource({ source, medium, hasId: false })).toBe(expected)
  })

  it('is the platform where an id came along, whatever the medium says', () => {
    expect(adSource({ source: 'instagram', medium: 'social', hasId: true })).toBe('meta')
  })
})

describe('what a visit says', () => {
  it('is nothing where it says nothing, and leaves out what a platform did not fill in', () => {
    expect(readTouch('')).toBeNull()
    expect(
      readTouch(touch('facebook', 'paid', '{{campaign.id}}', 'Spring', '', '', '__CID__', 'Video A')),
    ).toEqual(said('meta', ['', '', ''], ['Spring', '', 'Video A']))
    expect(
      readTouch(touch('{{site_source_name}}', 'paid', '{{campaign.id}}', '__CAMPAIGN_NAME__')),
    ).toBeNull()
  })
})

describe('the same ad', () => {
  it.each<[string, AdLabels]>([
    ['ids alone', said('meta', ['1', '2', '3'], [])],
    ['names alone', said('meta', [], ['spring', 'WOMEN', ' video  a '])],
    ['the id of the ad alone', said('meta', ['', '', '3'], [])],
    ['the id of the ad under an older name of the campaign', said('meta', ['', '', '3'], ['Spring old'])],
    ['the id of the ad without a source', said('', ['', '', '3'], [])],
    ['names without the ad set', said('meta', [], ['Spring', '', 'Video A'])],
    ['the name of the ad alone', said('meta', [], ['', '', 'Video A'])],
    ['a mixture', said('meta', ['1', '', ''], ['', 'Women', 'video a'])],
  ])('has one key, told by %s', (_how, other) => {
    const identity = identifyAds([whole, other])
    expect(identity.keysOf(other)).toEqual(identity.keysOf(whole))
    expect(identity.keysOf(whole)).toEqual(['meta', 'meta/#1', 'meta/#1/#2', 'meta/#1/#2/#3'])
    expect(identity.describe('meta/#1/#2/#3')).toEqual({ name: 'Video A', id: '3' })
  })

  it('is not guessed where a name stands for two', () => {
    const other = said('meta', ['1', '2', '4'], ['Spring', 'Women', 'Video A'])
    const byName = said('meta', [], ['Spring', 'Women', 'Video A'])
    const identity = identifyAds([whole, other, byName])
    expect(identity.keysOf(byName)[3]).toBe('meta/#1/#2/=video%20a')
    expect(identity.keysOf(byName)[2]).toBe('meta/#1/#2')
  })

  it('has one key told by names alone on both sides', () => {
    const identity = identifyAds([
      said('tiktok', [], ['Autumn', 'All', 'One']),
      said('tiktok', [], ['AUTUMN', 'all', 'one ']),
    ])
    expect(identity.keysOf(said('tiktok', [], ['AUTUMN', 'all', 'one ']))).toEqual(
      identity.keysOf(said('tiktok', [], ['Autumn', 'All', 'One'])),
    )
  })

  it('of another platform is another one', () => {
    const other = said('tiktok', ['1', '2', '3'], [])
    const identity = identifyAds([whole, other])
    expect(identity.keysOf(other)[3]).toBe('tiktok/#1/#2/#3')
  })
})

describe('an ad whose link calls its platform otherwise', () => {
  const paidTo = (platform: string) => said(platform, ['1', '2', '3'], ['Spring', 'Women', 'Video A'])
  function keysOf(link: string, ...spend: AdLabels[]) {
    const touches = newTouchList()
    addTouch(touches, 1, link)
    const steps = identifyInSteps(spend, touches)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value.keysOfTouch(1)
    }
  }

  it.each([
    ['all ids', touch('partner', 'paid', '1', 'Spring', '2', 'Women', '3', 'Video A')],
    ['the id of the ad', touch('my paid posts', '', '', '', '', '', '3')],
    ['the id of the campaign, and names', touch('partner', 'paid', '1', '', '', 'women', '', 'video a')],
  ])('is the one that is paid for, told by %s', (_how, link) => {
    expect(keysOf(link, paidTo('meta'))).toEqual(['meta', 'meta/#1', 'meta/#1/#2', 'meta/#1/#2/#3'])
  })

  it('is left to itself where nobody, several or its own platform are paid', () => {
    const link = touch('partner', 'paid', '1')
    expect(keysOf(link)?.[0]).toBe('partner')
    expect(keysOf(link, said('meta', ['7'], []))?.[0]).toBe('partner')
    expect(keysOf(link, paidTo('meta'), paidTo('tiktok'))?.[0]).toBe('partner')
    expect(keysOf(touch('tiktok', '', '1'), paidTo('meta'), said('tiktok', ['7'], []))?.[0]).toBe('tiktok')
  })
})

describe('a source that is called like a word of ours', () => {
  it.each(['unattributed', '-'])('%s has a key of its own', (source) => {
    const other = said(source, [], [])
    const key = identifyAds([other]).keysOf(other)[0]
    expect(key).not.toBe(source)
    expect(identifyAds([other]).resolve(key, 'source')).toBe(key)
  })
})

describe('what the owner paired', () => {
  const spend = said('meta', ['9'], ['Spring 2026 – leads'])
  const deeper = said('meta', ['9', '2', '3'], ['Spring 2026 – leads', 'Women', 'Video A'])
  const visit = said('meta', [], ['spring', 'Women', 'Video A'])
  const pair = { level: 'campaign', spendKey: 'meta/#9', visitKey: 'meta/=spring' } as const

  it('is one from that level down, also under what is below', () => {
    const identity = identifyAds([spend, deeper, visit], [pair])
    expect(identity.keysOf(spend)[1]).toBe('meta/=spring')
    expect(identity.keysOf(deeper)).toEqual(identity.keysOf(visit))
  })

  it('is apart again without the word', () => {
    const identity = identifyAds([spend, deeper, visit])
    expect(identity.keysOf(deeper)[1]).toBe('meta/#9')
    expect(identity.keysOf(visit)[1]).toBe('meta/=spring')
  })

  it('holds when the name that was paired gets an id', () => {
    const learned = said('meta', ['77'], ['Spring'])
    const identity = identifyAds([spend, visit, learned], [pair])
    expect(identity.keysOf(spend)[1]).toBe('meta/#77')
    expect(identity.resolve('meta/=spring', 'campaign')).toBe('meta/#77')
  })

  it('that leads in a circle ends', () => {
    const back = { level: 'campaign', spendKey: 'meta/=spring', visitKey: 'meta/#9' } as const
    expect(() => identifyAds([spend, visit], [pair, back])).not.toThrow()
  })

  it('survives hostile keys', () => {
    const hostile = { level: 'ad', spendKey: '%E0%A4%A/#%', visitKey: '' } as const
    expect(() => identifyAds([whole], [hostile])).not.toThrow()
  })
})

describe('what very many visits said', () => {
  it('is worked out in many short steps, of what was there when they began', () => {
    const touches = newTouchList()
    for (let id = 1; id <= 30_000; id += 1)
      addTouch(touches, id * 2, touch('facebook', 'paid', '', `Campaign ${id}`, '', 'Women'))
    addTouch(touches, 70_000, '')
    const steps = identifyInSteps([whole], touches)
    let [taken, step] = [0, steps.next()]
    addTouch(touches, 80_000, touch('facebook', 'paid', '77', 'Campaign 5'))
    for (; !step.done; step = steps.next()) taken += 1
    expect(taken).toBeGreaterThan(30)
    const identity = step.value
    expect(identity.keysOfTouch(10)).toEqual([
      'meta',
      'meta/=campaign%205',
      'meta/=campaign%205/=women',
      'meta/=campaign%205/=women/-',
    ])
    expect(identity.describe('meta/=campaign%205')).toEqual({ name: 'Campaign 5', id: null })
    expect(identity.touchesOf('meta/=campaign%205', 'campaign')).toEqual([10])
    expect(identity.touchesOf('unattributed', 'source')).toEqual([70_000])
    expect([11, 70_000, 80_000].map(identity.keysOfTouch)).toEqual([null, null, null])
    expect(['meta', 'meta/=campaign%205', 'meta/#1'].map(identity.isVisited)).toEqual([true, true, false])
    expect(campaignOfFifth(touches)).toBe('meta/#77')
  })
})

function campaignOfFifth(touches: ReturnType<typeof newTouchList>): string | undefined {
  const steps = identifyInSteps([], touches)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value.keysOfTouch(10)?.[1]
  }
}

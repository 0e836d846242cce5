import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addressOfDetail,
  addressOfTab,
  plainAddress,
  rangeInput,
  readAddress,
  writeAddress,
} from './address-state.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))

// A Saturday; what is so on a Sunday is said below.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T18:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('the address on a Sunday, when the week that is the default is one day old', () => {
  it('opens on the last seven days, and still shows the week to whoever chooses it', () => {
    // In Los Angeles it is still Saturday.
    vi.setSystemTime('2026-11-22T02:00:00Z')
    expect(read('').range).toBe('this-week')
    expect(read('tz=UTC').range).toBe('last-7-days')
    expect(writeAddress(read('tz=UTC&tab=leads'))).toBe('?tab=leads&tz=UTC')
    const chosen = writeAddress({ ...read('tz=UTC'), range: 'this-week' })
    expect(chosen).toBe('?range=this-week&tz=UTC')
    expect(read(chosen.slice(1)).range).toBe('this-week')
  })
})

describe('the address', () => {
  it('opens on this week in Pacific Time when it says nothing', () => {
    expect(read('')).toEqual(plainAddress)
    expect(plainAddress).toMatchObject({ range: 'this-week', tz: 'America/Los_Angeles' })
    expect(writeAddress(plainAddress)).toBe('')
  })

  it('names the days of a range in their order, which is how their numbers are read', () => {
    expect(read('range=custom&from=2026-11-20&to=2026-11-10')).toMatchObject({
      from: '2026-11-10',
      to: '2026-11-20',
    })
    expect(read('range=custom&from=2026-11-20')).toMatchObject({ from: '2026-11-20', to: '' })
    expect(read('range=custom&to=2026-11-10')).toMatchObject({ from: '', to: '2026-11-10' })
  })

  it('comes back unchanged from being written and read', () => {
    const state = {
      tab: 'leads',
      range: 'custom',
      from: '2026-11-01',
      to: '2026-11-21',
      tz: 'Europe/Paris',
      q: 'größe & 50% +1',
      hidden: true,
      source: 'tik tok',
      page: '/a?b',
      campaign: 'spring / sale',
      ad: 'ad 1',
      tag: 'VH01 - Lead',
      step: 'booked',
      since: '2026-11-20T18:20:00.000Z',
      sort: '-first-seen',
      part: 'pages',
      within: 'meta/#1',
      level: 'ad',
      credit: 'last',
      cohort: 'event',
      figure: 'held',
      of: 'meta/=spring%20sale',
      rule: 'r1',
      open: 'a/b?c',
      show: 'page',
      view: 'journey',
    } as const
    expect(read(writeAddress(state).slice(1))).toEqual(state)
  })

  it('keeps the whole of a part of the table of ads, however long its names are', () => {
    const key = ['tiktok', '活动', '受众', '视频']
      .map((name) => encodeURIComponent(name.repeat(60)))
      .join('/=')
    const state = { ...plainAddress, tab: 'ads', within: key, figure: 'lead', of: key } as const
    expect(read(writeAddress(state).slice(1))).toEqual(state)
  })

  it('keeps the whole of a campaign and an ad, also where a character is two', () => {
    const state = {
      ...plainAddress,
      source: '🔥'.repeat(100),
      campaign: '🔥'.repeat(200),
      ad: '🍁'.repeat(200),
    }
    expect(read(writeAddress(state).slice(1))).toEqual(state)
  })

  it('takes the default for what it cannot read', () => {
    expect(
      read(
        'tab=nope&range=constructor&from=2026-13-99&to=2026-02-31&tz=Mars/Base&hidden=1&part=x&show=x&view=x&since=x',
      ),
    ).toEqual(plainAddress)
  })

  it('keeps days only with a custom range', () => {
    expect(writeAddress({ ...plainAddress, range: 'today', from: '2026-11-01' })).toBe('?range=today')
    expect(rangeInput({ ...plainAddress, range: 'today', from: '2026-11-01' })).toEqual({
      range: 'today',
      tz: 'America/Los_Angeles',
    })
    expect(rangeInput({ ...plainAddress, range: 'custom', from: '2026-11-01' })).toEqual({
      range: 'custom',
      tz: 'America/Los_Angeles',
      from: '2026-11-01',
      to: undefined,
    })
  })

  it('forgets how details were shown once nothing is open', () => {
    expect(writeAddress({ ...plainAddress, show: 'lead', view: 'journey' })).toBe('')
    const open = addressOfDetail({ ...plainAddress, view: 'journey' }, 'visitor', 'v1')
    expect(writeAddress(open)).toBe('?open=v1&show=visitor')
  })

  it('carries range and timezone to another tab, and leaves search and details behind', () => {
    const here = read('range=today&tz=UTC&q=anna&open=1&hidden=true')
    expect(writeAddress(addressOfTab(here, 'leads'))).toBe('?tab=leads&range=today&tz=UTC')
  })
})

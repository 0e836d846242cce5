import { describe, expect, it } from 'vitest'
import { calendarMessage } from './calendar-message.ts'

const said = (type: string, data?: unknown) => calendarMessage({ originator: 'CAL', type, data })

describe('a message of the embedded calendar', () => {
  it.each([
    ['__iframeReady', { kind: 'listening' }],
    ['linkReady', { kind: 'ready' }],
    ['linkFailed', { kind: 'failed' }],
  ])('%s is understood', (type, message) => {
    expect(said(type)).toEqual(message)
  })

  it('tells its height in whole pixels, and is not believed beyond reason', () => {
    expect(said('__dimensionChanged', { iframeHeight: 712.4 })).toEqual({ kind: 'height', pixels: 713 })
    expect(said('__dimensionChanged', { iframeHeight: 9e9 })).toEqual({ kind: 'height', pixels: 4000 })
  })

  it.each([
    ['nothing', undefined],
    ['text', 'CAL'],
    ['another sender', { originator: 'X', type: 'linkReady' }],
    ['an event nobody needs', { originator: 'CAL', type: 'bookerViewed' }],
    [
      'a height that is none',
      { originator: 'CAL', type: '__dimensionChanged', data: { iframeHeight: '1px' } },
    ],
    ['a size without data', { originator: 'CAL', type: '__dimensionChanged' }],
  ])('is not: %s', (_what, data) => {
    expect(calendarMessage(data)).toBeUndefined()
  })
})

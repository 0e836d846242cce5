import { describe, expect, it } from 'vitest'
import { readVimeoMessage, VIMEO_ORIGIN } from './vimeo-message.ts'

const said = (data: unknown, origin = VIMEO_ORIGIN) => readVimeoMessage({ origin, data })

describe('what Vimeo’s player says', () => {
  it('is that it is there, its time, how long the film is and when it is over', () => {
    expect(said({ event: 'ready' })).toEqual({})
    expect(said(JSON.stringify({ method: 'ping' }))).toEqual({})
    expect(said({ event: 'timeupdate', data: { seconds: 12.5, percent: 0.1, duration: 125 } })).toEqual({
      time: 12.5,
      duration: 125,
    })
    expect(said({ event: 'ended', data: { seconds: 125, duration: 125 } })).toEqual({
      time: 125,
      duration: 125,
      hasEnded: true,
    })
    expect(said({ event: 'timeupdate', data: { seconds: '12', duration: 0 } })).toEqual({})
  })

  it('is believed from Vimeo alone', () => {
    expect(said({ event: 'ready' }, 'https://vimeo.com')).toBeUndefined()
  })

  it.each([
    ['a number', 7],
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['something else', { kind: 'hello' }],
  ])('is not read from %s', (_what, data) => {
    expect(said(data)).toBeUndefined()
  })
})

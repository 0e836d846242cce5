import { describe, expect, it } from 'vitest'
import { readYoutubeMessage, YOUTUBE_ORIGIN } from './youtube-message.ts'

const said = (info: unknown, origin = YOUTUBE_ORIGIN) =>
  readYoutubeMessage({ origin, data: JSON.stringify({ event: 'infoDelivery', info }) })

describe('what YouTube’s player says', () => {
  it('is its time and whether the video is over', () => {
    expect(said({ currentTime: 12.5, playerState: 1 })).toEqual({ time: 12.5, hasEnded: false })
    expect(said({ playerState: 0 })).toEqual({ hasEnded: true })
    expect(said(null)).toEqual({ hasEnded: false })
  })

  it('is believed from YouTube alone', () => {
    expect(said({ playerState: 0 }, 'https://other.example')).toBeUndefined()
  })

  it.each([
    ['no text', 7],
    ['no JSON', '{'],
    ['nothing', 'null'],
  ])('is not read from %s', (_what, data) => {
    expect(readYoutubeMessage({ origin: YOUTUBE_ORIGIN, data })).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { addressOf, keyOf, sourceOf } from './video-source.ts'

const video = { title: 'Pricing tiers', embedUrl: '', wistiaId: '' }
const onYoutube = { ...video, embedUrl: 'https://youtu.be/aB3_-xyz012' }
const onWistia = { ...onYoutube, wistiaId: 'abc123' }

describe('where a video comes from', () => {
  it('is nowhere until the owner says so', () => {
    expect(sourceOf(video)).toBeUndefined()
    expect(keyOf(video, 'week4')).toBe('week4:Pricing tiers')
  })

  it('is YouTube without cookies', () => {
    expect(sourceOf(onYoutube)).toEqual({ host: 'youtube', id: 'aB3_-xyz012' })
    expect(addressOf({ host: 'youtube', id: 'aB3_-xyz012' })).toMatch(
      /^https:\/\/www\.youtube-nocookie\.com\/embed\/aB3_-xyz012/,
    )
    expect(keyOf({ ...onYoutube, title: 'Renamed' }, 'week1')).toBe(keyOf(onYoutube, 'week4'))
  })

  it('is the hosted player where it has a media id', () => {
    expect(sourceOf(onWistia)).toEqual({ host: 'wistia', id: 'abc123' })
    expect(addressOf({ host: 'wistia', id: 'abc123' })).toBe('https://fast.wistia.net/embed/iframe/abc123')
  })
})

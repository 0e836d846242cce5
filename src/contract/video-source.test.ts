import { describe, expect, it } from 'vitest'
import { addressOf, keyOf, sourceOf } from './video-source.ts'

const video = { title: 'Pricing tiers', film: '', embedUrl: '', vimeo: '', wistiaId: '' }
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

  it('is Vimeo, which does not follow its viewers, with the word that opens an unlisted video', () => {
    const unlisted = { ...onYoutube, vimeo: 'https://vimeo.com/123456789/abcdef12' }
    expect(sourceOf(unlisted)).toEqual({ host: 'vimeo', id: '123456789', hash: 'abcdef12' })
    expect(addressOf({ host: 'vimeo', id: '123456789', hash: 'abcdef12' })).toBe(
      'https://player.vimeo.com/video/123456789?dnt=1&h=abcdef12',
    )
    expect(keyOf(unlisted, 'week1')).toBe('vimeo:123456789')
  })

  it('is the owner’s own film before all others', () => {
    const id = 'a'.repeat(32)
    const src = `/films/${id}.mp4`
    const own = { ...onWistia, film: src, vimeo: 'https://vimeo.com/123456789' }
    expect(sourceOf(own)).toEqual({ host: 'film', id, src })
    expect(addressOf({ host: 'film', id, src })).toBe(src)
    expect(keyOf(own, 'week1')).toBe(`film:${id}`)
  })

  it('is the hosted player where it has a media id', () => {
    expect(sourceOf(onWistia)).toEqual({ host: 'wistia', id: 'abc123' })
    expect(addressOf({ host: 'wistia', id: 'abc123' })).toBe('https://fast.wistia.net/embed/iframe/abc123')
  })
})

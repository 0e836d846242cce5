import { describe, expect, it } from 'vitest'
import { type FilmChoice, playedFilm, showsSample } from './film-source.ts'

const choice = (given: Partial<FilmChoice>): FilmChoice => ({
  ...{ source: 'auto', film: '', wistiaId: '', youtube: '', vimeo: '' },
  ...given,
})
const id = '0123456789abcdef0123456789abcdef'

describe('what plays on a page', () => {
  it('is what was chosen', () => {
    expect(playedFilm(choice({ source: 'film', film: `/films/${id}.mp4` }))).toEqual({
      ...{ kind: 'file', media: id, isSample: false },
      files: [{ src: `/films/${id}.mp4`, type: 'video/mp4' }],
    })
    expect(playedFilm(choice({ source: 'youtube', youtube: 'https://youtu.be/abcdefghijk' }))).toEqual({
      ...{ kind: 'youtube', media: 'abcdefghijk' },
    })
    expect(playedFilm(choice({ source: 'vimeo', vimeo: 'https://vimeo.com/123456789/0a1b2c3d4e' }))).toEqual({
      ...{ kind: 'vimeo', media: '123456789', hash: '0a1b2c3d4e' },
    })
    expect(playedFilm(choice({ source: 'off', wistiaId: 'abc' }))).toBeUndefined()
  })

  it('is Wistia’s on a site that had an id before there was a choice', () => {
    expect(playedFilm(choice({ wistiaId: 'abcde12345' }))).toEqual({ kind: 'wistia', media: 'abcde12345' })
  })

  it.each([
    {},
    { source: 'sample', wistiaId: 'abc' },
    { source: 'film' },
    { source: 'youtube', wistiaId: 'abc' },
    { source: 'vimeo', vimeo: 'https://vimeo.com/about' },
  ] as const)('is the sample as long as %o', (given) => {
    expect(showsSample(choice(given))).toBe(true)
  })
})

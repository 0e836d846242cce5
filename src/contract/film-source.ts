import { filmType, readFilmAddress, sampleFilm } from './film-address.ts'
import { vimeoVideoOf } from './vimeo-address.ts'
import { youtubeIdOf } from './youtube-address.ts'

/** Where a page's film can come from. `auto`, until somebody chooses: Wistia where an id is set, else the sample. */
export const filmSources = ['auto', 'sample', 'film', 'wistia', 'youtube', 'vimeo', 'off'] as const

/** Where a page's film comes from. */
export type FilmSource = (typeof filmSources)[number]

/** What a page says about its film, as far as it decides what plays. */
export type FilmChoice = {
  source: FilmSource
  film: string
  wistiaId: string
  youtube: string
  vimeo: string
}

/** A film that plays on a page. `media` names it in what is told of watching. */
export type PlayedFilm =
  | { kind: 'file'; media: string; isSample: boolean; files: { src: string; type: string }[] }
  | { kind: 'wistia'; media: string }
  | { kind: 'youtube'; media: string }
  | { kind: 'vimeo'; media: string; hash: string | undefined }

const sample: PlayedFilm = {
  kind: 'file',
  media: sampleFilm.media,
  isSample: true,
  files: [
    { src: sampleFilm.mp4, type: 'video/mp4; codecs="avc1.64001F"' },
    { src: sampleFilm.webm, type: 'video/webm; codecs="vp8"' },
  ],
}

const wistiaOf = (id: string): PlayedFilm | undefined => (id ? { kind: 'wistia', media: id } : undefined)

function chosen(choice: FilmChoice): PlayedFilm | undefined {
  if (choice.source === 'auto' || choice.source === 'wistia') return wistiaOf(choice.wistiaId)
  if (choice.source === 'youtube') {
    const media = youtubeIdOf(choice.youtube)
    return media ? { kind: 'youtube', media } : undefined
  }
  if (choice.source === 'vimeo') {
    const video = vimeoVideoOf(choice.vimeo)
    return video ? { kind: 'vimeo', media: video.id, hash: video.hash } : undefined
  }
  const name = choice.source === 'film' ? readFilmAddress(choice.film) : undefined
  if (!name) return undefined
  return {
    kind: 'file',
    media: name.id,
    isSample: false,
    files: [{ src: choice.film, type: filmType(name.form) }],
  }
}

/** What plays on a page: what was chosen, the sample until that is there, and nothing where the film is switched off. */
export function playedFilm(choice: FilmChoice): PlayedFilm | undefined {
  return choice.source === 'off' ? undefined : (chosen(choice) ?? sample)
}

/** Whether a page would show the sample. */
export function showsSample(choice: FilmChoice): boolean {
  const film = playedFilm(choice)
  return film?.kind === 'file' && film.isSample
}

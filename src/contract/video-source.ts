import { readFilmAddress } from './film-address.ts'
import type { VideoContent } from './site-content-weeks.ts'
import { vimeoVideoOf } from './vimeo-address.ts'
import { youtubeIdOf } from './youtube-address.ts'

/** Where a video comes from: a film of the owner's own, or one of the hosts. */
export type VideoSource =
  | { host: 'film'; id: string; src: string }
  | { host: 'vimeo'; id: string; hash: string | undefined }
  | { host: 'youtube'; id: string }
  | { host: 'wistia'; id: string }

type Chosen = Pick<VideoContent, 'film' | 'embedUrl' | 'vimeo' | 'wistiaId'>

/**
 * The source of a video, or undefined while the owner has set none. The owner's own film goes before all others, a
 * media id of the hosted player before an address, Vimeo's before YouTube's.
 */
export function sourceOf({ film, embedUrl, vimeo, wistiaId }: Chosen): VideoSource | undefined {
  const own = readFilmAddress(film)
  if (own) return { host: 'film', id: own.id, src: film }
  if (wistiaId) return { host: 'wistia', id: wistiaId }
  const onVimeo = vimeoVideoOf(vimeo)
  if (onVimeo) return { host: 'vimeo', ...onVimeo }
  const id = youtubeIdOf(embedUrl)
  return id ? { host: 'youtube', id } : undefined
}

/** The video by itself, at its host without cookies: for a new tab and for browsers without JavaScript. */
export function addressOf(source: VideoSource): string {
  if (source.host === 'film') return source.src
  if (source.host === 'wistia') return `https://fast.wistia.net/embed/iframe/${source.id}`
  if (source.host === 'youtube') return `https://www.youtube-nocookie.com/embed/${source.id}?rel=0`
  return `https://player.vimeo.com/video/${source.id}?dnt=1${source.hash ? `&h=${source.hash}` : ''}`
}

/**
 * What the browser remembers a video by: its source, so that titles may change and videos move; while it has none,
 * its week and title.
 */
export function keyOf(video: Chosen & Pick<VideoContent, 'title'>, week: string): string {
  const source = sourceOf(video)
  return source ? `${source.host}:${source.id}` : `${week}:${video.title}`
}

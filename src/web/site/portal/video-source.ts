import type { VideoContent } from '#contract/site-content-weeks.ts'
import { youtubeIdOf } from '#contract/youtube-address.ts'

/** Where a video comes from. A media id of the hosted player goes before a YouTube address. */
export type VideoSource = { host: 'youtube' | 'wistia'; id: string }

/** The source of a video, or undefined while the owner has set none. */
export function sourceOf(video: Pick<VideoContent, 'embedUrl' | 'wistiaId'>): VideoSource | undefined {
  if (video.wistiaId) return { host: 'wistia', id: video.wistiaId }
  const id = youtubeIdOf(video.embedUrl)
  return id ? { host: 'youtube', id } : undefined
}

/** The video on its host's own page without cookies: for a new tab and for browsers without JavaScript. */
export const addressOf = ({ host, id }: VideoSource): string =>
  host === 'wistia'
    ? `https://fast.wistia.net/embed/iframe/${id}`
    : `https://www.youtube-nocookie.com/embed/${id}?rel=0`

/**
 * What the browser remembers a video by: its source, so that titles may change and videos move; while it has none,
 * its week and title.
 */
export function keyOf(video: Pick<VideoContent, 'embedUrl' | 'wistiaId' | 'title'>, week: string): string {
  const source = sourceOf(video)
  return source ? `${source.host}:${source.id}` : `${week}:${video.title}`
}

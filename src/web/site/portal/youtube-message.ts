/** Where YouTube's player without cookies comes from and speaks from. */
export const YOUTUBE_ORIGIN = 'https://www.youtube-nocookie.com'

const ENDED = 0

/** What YouTube's player says of itself, as far as it is needed here; undefined for every other message. */
export function readYoutubeMessage({
  origin,
  data,
}: Pick<MessageEvent, 'origin' | 'data'>): { time?: number; hasEnded: boolean } | undefined {
  if (origin !== YOUTUBE_ORIGIN || typeof data !== 'string') return undefined
  try {
    const { info } = JSON.parse(data)
    const hasEnded = info?.playerState === ENDED
    return typeof info?.currentTime === 'number' ? { time: info.currentTime, hasEnded } : { hasEnded }
  } catch {
    return undefined
  }
}

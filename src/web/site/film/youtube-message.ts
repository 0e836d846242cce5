/** Where YouTube's player without cookies comes from and speaks from. */
export const YOUTUBE_ORIGIN = 'https://www.youtube-nocookie.com'

/** What asks YouTube's player to tell its time from then on. */
export const youtubeAsks = JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })

/** What sends YouTube's player to a second. */
export const youtubeSeek = (seconds: number): string =>
  JSON.stringify({ event: 'command', func: 'seekTo', args: [seconds, true], id: 1, channel: 'widget' })

const ENDED = 0

/** What YouTube's player says of itself, as far as it is needed here; undefined for every other message. */
export function readYoutubeMessage({
  origin,
  data,
}: Pick<MessageEvent, 'origin' | 'data'>):
  | { time?: number; duration?: number; hasEnded: boolean }
  | undefined {
  if (origin !== YOUTUBE_ORIGIN || typeof data !== 'string') return undefined
  try {
    const { info } = JSON.parse(data)
    const { currentTime: time, duration, playerState } = info ?? {}
    return {
      ...(typeof time === 'number' && { time }),
      ...(typeof duration === 'number' && duration > 0 && { duration }),
      hasEnded: playerState === ENDED,
    }
  } catch {
    return undefined
  }
}

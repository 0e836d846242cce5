/** Where Vimeo's player comes from and speaks from. */
export const VIMEO_ORIGIN = 'https://player.vimeo.com'

/** What asks Vimeo's player whether it is there, and to tell its time from then on. */
export const vimeoAsks: object[] = [
  { method: 'ping' },
  { method: 'addEventListener', value: 'timeupdate' },
  { method: 'addEventListener', value: 'seeked' },
  { method: 'addEventListener', value: 'ended' },
]

/** What sends Vimeo's player to a second. */
export const vimeoSeek = (seconds: number): object => ({ method: 'setCurrentTime', value: seconds })

/** What Vimeo's player says of itself, as far as it is needed here; undefined for every other message. */
export function readVimeoMessage({
  origin,
  data,
}: Pick<MessageEvent, 'origin' | 'data'>):
  | { time?: number; duration?: number; hasEnded?: boolean }
  | undefined {
  if (origin !== VIMEO_ORIGIN) return undefined
  try {
    const told = typeof data === 'string' ? JSON.parse(data) : data
    if (typeof told?.event !== 'string' && typeof told?.method !== 'string') return undefined
    const { seconds, duration } = told.data ?? {}
    return {
      ...(typeof seconds === 'number' && { time: seconds }),
      ...(typeof duration === 'number' && duration > 0 && { duration }),
      ...(told.event === 'ended' && { hasEnded: true }),
    }
  } catch {
    return undefined
  }
}

/** A film that plays, whoever plays it: where it is, how long it is; setting `currentTime` goes to that second. */
export type PlayingVideo = { currentTime?: number; duration?: number }

/** The video's time in seconds; 0 while the player is not ready (a not-ready player is ignored). */
export function videoSeconds(player: PlayingVideo | null): number {
  const seconds = player?.currentTime
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : 0
}

import type { VideoSource } from '#contract/video-source.ts'

/** What becomes of a player: it is there, it is late, it could not be loaded, its video ended or was left at a second. */
export type PlayerEvents = {
  ready(): void
  late(): void
  failed(error: unknown): void
  ended(): void
  leftAt(seconds: number): void
}

/** What a player is told to play and whom it tells. `seconds` is to give where the video is now. */
export type PlayerProps<Source extends VideoSource = VideoSource> = {
  source: Source
  title: string
  from: number
  seconds: { current: () => number }
  on: Pick<PlayerEvents, 'ready' | 'failed' | 'ended'>
}

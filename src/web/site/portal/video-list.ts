import type { VideoContent, WeekContent } from '#contract/site-content-weeks.ts'
import { keyOf, sourceOf, type VideoSource } from '#contract/video-source.ts'
import type { Lesson } from './study-record.ts'

/** A video in its place: its week, its index there, what it is remembered by, and where it comes from. */
export type PlacedVideo = {
  week: string
  index: number
  key: string
  content: VideoContent
  /** Undefined while the owner has set none: it cannot play yet. */
  source: VideoSource | undefined
}

/** The videos of a week in their order. */
export const videosOf = ({ id, videos }: Pick<WeekContent, 'id' | 'videos'>): PlacedVideo[] =>
  videos.map((content, index) => ({
    week: id,
    index,
    key: keyOf(content, id),
    content,
    source: sourceOf(content),
  }))

/** The videos that can play, with the lesson each one is for. */
export const lessonsOf = (videos: readonly PlacedVideo[]): Lesson[] =>
  videos.flatMap(({ week, key, content, source }) =>
    source ? [{ lesson: `${week}:${content.title}`, key }] : [],
  )

/** What the videos that can play are remembered by: progress is counted over these alone. */
export const playableKeys = (videos: readonly PlacedVideo[]): string[] =>
  videos.flatMap(({ key, source }) => (source ? [key] : []))

/**
 * What a member's browser remembers of their study: the videos that are done, the second each one was left at, and
 * the last one. Videos go by a key of their own, so that moving one in its list loses nothing. `lastWeek` tells apart where
 * one stands in two weeks. `lessons` says which video stood under a title at the last visit, so that replacing it loses
 * nothing either.
 */
export type StudyRecord = {
  done: string[]
  seconds: Record<string, number>
  last?: string
  lastWeek?: string
  lessons?: Record<string, string>
}

/** What is remembered before anything has been watched. */
export const emptyRecord: StudyRecord = { done: [], seconds: {} }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a stored value is a study record, whole and undamaged. */
export const isStudyRecord = (value: unknown): value is StudyRecord =>
  isObject(value) &&
  Array.isArray(value.done) &&
  value.done.every((key) => typeof key === 'string') &&
  isObject(value.seconds) &&
  Object.values(value.seconds).every((seconds) => Number.isFinite(seconds)) &&
  (value.last === undefined || typeof value.last === 'string') &&
  (value.lastWeek === undefined || typeof value.lastWeek === 'string') &&
  (value.lessons === undefined ||
    (isObject(value.lessons) && Object.values(value.lessons).every((key) => typeof key === 'string')))

/** The record with a video marked as done, or the mark taken off. A done video starts over next time. */
export function withDone(record: StudyRecord, key: string, isDone: boolean): StudyRecord {
  const done = record.done.filter((other) => other !== key)
  if (!isDone) return { ...record, done }
  const { [key]: _left, ...seconds } = record.seconds
  return { ...record, done: [...done, key], seconds }
}

/** A video in a week of the portal. */
type Placed = { key: string; week: string }

/** The record with a video, in its week, as the last one looked at. */
export const withLast = (record: StudyRecord, { key, week }: Placed): StudyRecord => ({
  ...record,
  last: key,
  lastWeek: week,
})

/** The video that was looked at last: in the week where that was, as long as it is there. */
export const lastAmong = <Video extends Placed>(
  { last, lastWeek }: StudyRecord,
  videos: readonly Video[],
): Video | undefined =>
  videos.find(({ key, week }) => key === last && week === lastWeek) ?? videos.find(({ key }) => key === last)

/** A video of the portal and the lesson it is for: its week and title. */
export type Lesson = { lesson: string; key: string }

/**
 * The record as the portal stands now: where another video has taken the place of one under the same title, such as a
 * corrected cut, it is as done, and as much the last one, as that was. Where it was left is another second by now.
 */
export function withLessons(record: StudyRecord, lessons: readonly Lesson[]): StudyRecord {
  const shown = new Set(lessons.map(({ key }) => key))
  const replaced = new Map<string, string>()
  const now: Record<string, string> = { ...record.lessons }
  for (const { lesson, key } of lessons) {
    // Two under one title cannot be told apart.
    if (lessons.filter((other) => other.lesson === lesson).length > 1) continue
    const before = record.lessons?.[lesson]
    if (before !== undefined && !shown.has(before)) replaced.set(before, key)
    now[lesson] = key
  }
  const nowOf = (key: string) => replaced.get(key) ?? key
  return {
    ...record,
    done: [...new Set(record.done.map(nowOf))],
    ...(record.last !== undefined && { last: nowOf(record.last) }),
    lessons: now,
  }
}

// The first seconds are not worth coming back to.
const WORTH_KEEPING = 5

/** The record with the second a video was left at. */
export function withSeconds(record: StudyRecord, key: string, at: number): StudyRecord {
  const { [key]: _before, ...others } = record.seconds
  const seconds = at >= WORTH_KEEPING ? { ...others, [key]: Math.floor(at) } : others
  return { ...record, seconds }
}

/** How many of these videos are done. */
export const doneAmong = (record: StudyRecord, keys: readonly string[]): number =>
  keys.filter((key) => record.done.includes(key)).length

/** Where to go on: at the start, at the video that was left, at the next one open, or nowhere when all is done. */
export type WayOn<Video> = { kind: 'start' | 'resume' | 'next'; video: Video } | { kind: 'finished' }

/** The way on through the videos in their order over all weeks; undefined where there are none. */
export function wayOn<Video extends Placed>(
  record: StudyRecord,
  videos: readonly Video[],
): WayOn<Video> | undefined {
  if (videos.length === 0) return undefined
  const isOpen = ({ key }: Video) => !record.done.includes(key)
  const last = lastAmong(record, videos)
  if (last !== undefined && isOpen(last)) return { kind: 'resume', video: last }
  const after = last === undefined ? 0 : videos.indexOf(last) + 1
  // After the last one first, then what was skipped before it.
  const next = [...videos.slice(after), ...videos.slice(0, after)].find(isOpen)
  if (next === undefined) return { kind: 'finished' }
  return { kind: videos.some((video) => !isOpen(video)) ? 'next' : 'start', video: next }
}

/** Seconds as a player shows them: `12:40`, or `1:02:05` from an hour on. */
export function timeText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const tail = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/** A chapter of a film: from which second, and what it is called. */
export type Chapter = { at: number; title: string }

const LINE = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\s+(?:[-–—]\s+)?(\S.*)$/

/**
 * Reads chapters as people write them under a video, a line each: `0:00 Welcome`, `1:02:30 – Questions`. A sentence
 * where a line is none, or comes before the one above it.
 */
export function readChapters(text: string): Chapter[] | string {
  const chapters: Chapter[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [, hours, minutes, seconds, title] = LINE.exec(line) ?? []
    if (
      title === undefined ||
      /\p{Cc}/u.test(title) ||
      Number(seconds) > 59 ||
      (hours !== undefined && Number(minutes) > 59)
    )
      return `must have a time and a title on each line, such as 2:30 The first step; “${line.slice(0, 40)}” has not`
    const at = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
    if (at <= (chapters[chapters.length - 1]?.at ?? -1))
      return `must be in the order of the video; “${line.slice(0, 40)}” is not`
    chapters.push({ at, title })
  }
  return chapters
}

/** A second of a film as people write it: `2:05`, `1:02:30`. */
export function filmTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** A place in the portal: a week's id and, where named, a video's index in it, from 0. */
export type Place = { week: string; video?: number }

/** The fragment of a place, without the hash sign: `week2` or, from 1, `week2-video3`. */
export const fragmentOf = ({ week, video }: Place): string =>
  video === undefined ? week : `${week}-video${video + 1}`

/**
 * The place a fragment names, with or without its hash sign; undefined for any other fragment. Whether the portal has
 * such a week, its caller knows.
 */
export function placeIn(fragment: string): Place | undefined {
  const found = /^#?(week[1-9]\d{0,3})(?:-video([1-9]\d?))?$/.exec(fragment)
  const week = found?.[1]
  if (!week) return undefined
  return found[2] ? { week, video: Number(found[2]) - 1 } : { week }
}

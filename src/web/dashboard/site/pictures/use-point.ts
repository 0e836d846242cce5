import { readPictureAddress } from '#contract/picture-address.ts'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'

/** A point of a picture in per cent from the left and from the top. */
export type Point = { x: number; y: number }

/** The point of a picture that stays in sight, with what moves it. */
export type MovablePoint = Point & {
  set: (point: Point) => void
  /** Where it begins on another picture: on a tall one, most often a person's, near the head. */
  start: (address: string) => void
}

const TALL = 1.15
const MIDDLE: Point = { x: 50, y: 50 }
const HEAD: Point = { x: 50, y: 25 }

const within = (value: number): number => Math.round(Math.min(100, Math.max(0, value)))
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 50)

/** The point of the picture at a path of the draft. */
export function usePoint(path: string): MovablePoint {
  const draft = useDraft()
  const x = numberIn(useValue(`${path}.focusX`).value)
  const y = numberIn(useValue(`${path}.focusY`).value)
  const set = (point: Point) => {
    draft.change(`${path}.focusX`, within(point.x))
    draft.change(`${path}.focusY`, within(point.y))
  }
  const start = (address: string) => {
    const { width, height } = readPictureAddress(address) ?? { width: 1, height: 1 }
    set(height > width * TALL ? HEAD : MIDDLE)
  }
  return { x, y, set, start }
}

import { describe, expect, it } from 'vitest'
import { watchMarks } from './watch-marks.ts'

describe('the seconds at which a page reports', () => {
  it.each([
    ['before 715 seconds', 714.9, -1, false],
    ['from 715 seconds', 715, -1, true],
    ['never twice in a visit', 800, 715, false],
  ])('the pitch is reported %s', (_when, seconds, reported, due) => {
    expect(watchMarks(reported).reach(seconds)).toBe(due)
  })

  it('are those that rules wait for, each once, and several at once are one report', () => {
    const marks = watchMarks(-1)
    marks.wait([0, 300, 310, 840])
    expect([0, 1.2, 3, 299.9, 311, 313, 715.4, 717, 840, 900].map((second) => marks.reach(second))).toEqual([
      false,
      true,
      false,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
    ])
  })

  it('may become more while somebody watches, and survive an answer that is none', () => {
    const marks = watchMarks(-1)
    marks.wait(undefined)
    expect(marks.reach(400)).toBe(false)
    marks.wait([300, 500, 'x'])
    expect([401, 500, 716].map((second) => marks.reach(second))).toEqual([true, true, true])
  })
})

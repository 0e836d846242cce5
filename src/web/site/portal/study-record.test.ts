import { describe, expect, it } from 'vitest'
import {
  doneAmong,
  emptyRecord,
  isStudyRecord,
  timeText,
  wayOn,
  withDone,
  withLast,
  withLessons,
  withSeconds,
} from './study-record.ts'

const keys = ['a', 'b', 'c']
const [a, b, c] = [
  { key: 'a', week: 'week1' },
  { key: 'b', week: 'week1' },
  { key: 'c', week: 'week2' },
]
const videos = [a, b, c]

describe('a member’s study record', () => {
  it('marks a video once, and takes the mark off again', () => {
    const twice = withDone(withDone(emptyRecord, 'a', true), 'a', true)
    expect(twice.done).toEqual(['a'])
    expect(withDone(twice, 'a', false).done).toEqual([])
  })

  it('counts only the videos that are still there', () => {
    const record = withDone(withDone(emptyRecord, 'a', true), 'gone', true)
    expect(doneAmong(record, keys)).toBe(1)
  })

  it('keeps whole seconds, forgets the first five, and starts a done video over', () => {
    expect(withSeconds(emptyRecord, 'b', 760.9)).toEqual({ done: [], seconds: { b: 760 } })
    expect(withSeconds(withSeconds(emptyRecord, 'b', 760), 'b', 2).seconds).toEqual({})
    expect(withDone(withSeconds(emptyRecord, 'b', 760), 'b', true).seconds).toEqual({})
  })

  it.each([
    ['nothing', null],
    ['a list', []],
    ['no list of done videos', { done: 'a', seconds: {} }],
    ['a done video without a key', { done: [1], seconds: {} }],
    ['seconds that are no number', { done: [], seconds: { a: '12' } }],
    ['a last video without a key', { done: [], seconds: {}, last: 3 }],
  ])('is not read from %s', (_what, value) => {
    expect(isStudyRecord(value)).toBe(false)
  })

  it('is read back as it was stored', () => {
    const stored = withLast(withSeconds(withDone(emptyRecord, 'a', true), 'b', 61), b)
    expect(isStudyRecord(JSON.parse(JSON.stringify(stored)))).toBe(true)
  })
})

describe('a video that takes the place of another', () => {
  const [one, two] = [
    { lesson: 'week1:One', key: 'film:a' },
    { lesson: 'week1:Two', key: 'film:b' },
  ]
  const studied = withLessons(
    withDone(withLast(emptyRecord, { key: 'film:a', week: 'week1' }), 'film:a', true),
    [one, two],
  )

  it('under the same title is as done, and the last one, as that was', () => {
    const corrected = withLessons(studied, [{ ...one, key: 'film:c' }, two])
    expect(corrected).toMatchObject({ done: ['film:c'], last: 'film:c' })
    // Brought back, it is so again; a mark that is taken off does not come back.
    expect(withLessons(corrected, [one, two]).done).toEqual(['film:a'])
    expect(withLessons(withDone(corrected, 'film:c', false), [one, two]).done).toEqual([])
  })

  it('is known although there was none under its title for a while', () => {
    const gap = withLessons(studied, [two])
    expect(withLessons(gap, [{ ...one, key: 'film:c' }, two]).done).toEqual(['film:c'])
  })

  it('is a new one where the other is still there, or where no title says which it was', () => {
    const moved = withLessons(studied, [
      { lesson: 'week1:One', key: 'film:c' },
      { lesson: 'week2:One', key: 'film:a' },
    ])
    expect(moved.done).toEqual(['film:a'])
    const renamed = withLessons(studied, [{ lesson: 'week1:Three', key: 'film:c' }, two])
    expect(renamed.done).toEqual(['film:a'])
    const twice = withLessons(studied, [
      { ...one, key: 'film:c' },
      { ...one, key: 'film:d' },
    ])
    expect(twice.done).toEqual(['film:a'])
  })

  it('is known from the first visit on, and never from a damaged record', () => {
    expect(withLessons(emptyRecord, [one]).lessons).toEqual({ 'week1:One': 'film:a' })
    expect(isStudyRecord(JSON.parse(JSON.stringify(studied)))).toBe(true)
    expect(isStudyRecord({ ...emptyRecord, lessons: { 'week1:One': 1 } })).toBe(false)
  })
})

describe('the way on', () => {
  it('starts at the first video', () => {
    expect(wayOn(emptyRecord, videos)).toEqual({ kind: 'start', video: a })
  })

  it('goes back to the video that was left', () => {
    expect(wayOn(withLast(emptyRecord, b), videos)).toEqual({ kind: 'resume', video: b })
  })

  it('goes to the next open video once that one is done, then to what was skipped', () => {
    const second = withDone(withLast(emptyRecord, b), 'b', true)
    expect(wayOn(second, videos)).toEqual({ kind: 'next', video: c })
    const third = withDone(withLast(second, c), 'c', true)
    expect(wayOn(third, videos)).toEqual({ kind: 'next', video: a })
    expect(wayOn(withDone(third, 'a', true), videos)).toEqual({ kind: 'finished' })
  })

  it('forgets a video that is no longer there', () => {
    expect(wayOn(withLast(emptyRecord, { key: 'gone', week: 'week1' }), videos)).toEqual({
      kind: 'start',
      video: a,
    })
  })

  it('goes back to the week in which a video was left that stands in two', () => {
    const again = { key: 'a', week: 'week2' }
    const both = [...videos, again]
    expect(wayOn(withLast(emptyRecord, again), both)).toEqual({ kind: 'resume', video: again })
    expect(wayOn(withDone(withLast(emptyRecord, again), 'a', true), both)).toEqual({ kind: 'next', video: b })
    // Taken out of that week since, or kept by an earlier release.
    expect(wayOn(withLast(emptyRecord, again), videos)).toEqual({ kind: 'resume', video: a })
    expect(wayOn({ ...emptyRecord, last: 'a' }, both)).toEqual({ kind: 'resume', video: a })
  })

  it('leads nowhere where there are no videos', () => {
    expect(wayOn(emptyRecord, [])).toBeUndefined()
  })
})

describe('a time in a video', () => {
  it.each([
    [0, '0:00'],
    [760, '12:40'],
    [3725.8, '1:02:05'],
  ])('of %d seconds is %s', (seconds, text) => {
    expect(timeText(seconds)).toBe(text)
  })
})

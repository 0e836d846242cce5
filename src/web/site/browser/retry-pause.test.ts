import { describe, expect, it } from 'vitest'
import { outcomeOf, retryPause } from './retry-pause.ts'

const seconds = (failures: number, said: string | null, random: number) =>
  retryPause(failures, said, () => random) / 1000

describe('the pause before another try', () => {
  it('grows from failure to failure, up to a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map((failures) => seconds(failures, null, 1))).toEqual([
      4, 8, 16, 32, 60, 60, 60,
    ])
  })

  it('is another one for each browser, so that a crowd does not come back at once', () => {
    expect([0, 0.5, 1].map((random) => seconds(3, null, random))).toEqual([8, 12, 16])
    expect([0, 0.5, 1].map((random) => seconds(1, '40', random))).toEqual([40, 50, 60])
  })

  it.each([
    ['as long as the server asks for', 1, '40', 40],
    ['no shorter for being asked for less', 5, '1', 30],
    ['our own where the server asks for nonsense', 1, 'soon', 2],
    ['our own where it asks for a day', 1, 'Wed, 21 Oct 2026 07:28:00 GMT', 2],
    ['ten minutes at most', 1, '86400', 600],
    ['our own where it asks for less than nothing', 1, '-5', 2],
  ])('is %s', (_what, failures, said, pause) => {
    expect(seconds(failures, said, 0)).toBe(pause)
  })
})

describe('a call that may be made twice', () => {
  it.each([
    [200, 'done'],
    [400, 'done'],
    [422, 'done'],
    [408, 'later'],
    [429, 'later'],
    [500, 'later'],
    [503, 'later'],
  ])('after an answer of %d is %s', (status, outcome) => {
    expect(outcomeOf(status)).toBe(outcome)
  })
})

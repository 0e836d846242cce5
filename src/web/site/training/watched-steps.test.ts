import { describe, expect, it } from 'vitest'
import { watchedSteps } from './watched-steps.ts'

describe('watched steps of a video', () => {
  it('counts what the player really passed through', () => {
    const watched = watchedSteps()
    for (const seconds of [0, 2, 4, 6, 8, 10.5]) watched.sawTime(seconds, 2)
    expect(watched.take(1)).toEqual([0, 1, 2])
  })

  it('does not count a jump ahead, nor standing still, nor going back', () => {
    const watched = watchedSteps()
    for (const seconds of [3, 700, 700, 20]) watched.sawTime(seconds, 2)
    expect(watched.take(1)).toEqual([])
  })

  it('reports a step once, however often it is watched, and again only after its report failed', () => {
    const watched = watchedSteps()
    watched.sawTime(0, 2)
    watched.sawTime(2, 2)
    expect(watched.take(1)).toEqual([0])
    watched.sawTime(0, 2)
    watched.sawTime(2, 2)
    expect(watched.take(1)).toEqual([])
    watched.giveBack([0])
    expect(watched.take(1)).toEqual([0])
  })

  it('waits until a batch is worth a call', () => {
    const watched = watchedSteps()
    watched.sawTime(0, 2)
    watched.sawTime(4, 2)
    expect(watched.take(2)).toEqual([])
    watched.sawTime(6, 2)
    expect(watched.take(2)).toEqual([0, 1])
  })
})

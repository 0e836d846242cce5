import { describe, expect, it } from 'vitest'
import { funnelApi } from '#contract/funnel.ts'
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

  it('gives no more at a time than a call may bring, however long none went through', () => {
    const watched = watchedSteps()
    // A phone that played on in the dark asks for the time once it is looked at again: three quarters of an hour later.
    watched.sawTime(0, 2)
    watched.sawTime(2700, 2700)
    const { steps } = funnelApi['POST /api/visitors/watch-progress'].input.shape
    const taken: number[] = []
    for (let call = 0; call < 2; call += 1) {
      const batch = watched.take(1)
      expect(steps.safeParse(batch).success).toBe(true)
      taken.push(...batch)
    }
    expect(taken).toEqual(Array.from({ length: 541 }, (_, step) => step))
    expect(watched.take(1)).toEqual([])
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

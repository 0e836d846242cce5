import { describe, expect, it } from 'vitest'
import { funnelSteps } from './funnel-steps.ts'

const funnel = (...people: number[]) =>
  (['visit', 'lead', 'saw-pitch', 'applied', 'booked'] as const).map((step, index) => ({
    step,
    people: people[index] ?? 0,
  }))

describe('the funnel', () => {
  it('tells at each step how many of the step before are left and how many are not', () => {
    const steps = funnelSteps(funnel(200, 50, 25, 5, 1))
    expect(steps.map(({ rate }) => rate)).toEqual([null, 25, 50, 20, 20])
    expect(steps.map(({ lost }) => lost)).toEqual([null, 150, 25, 20, 4])
    expect(steps.map(({ part }) => part)).toEqual([1, 0.25, 0.125, 0.025, 0.005])
  })

  it('stays calm where a step has nobody or more people than the one before', () => {
    expect(funnelSteps(funnel()).map(({ rate, part }) => [rate, part])).toEqual(Array(5).fill([null, 0]))
    expect(funnelSteps(funnel(10, 2, 1, 2, 0))[3]).toMatchObject({ rate: 200, lost: -1 })
  })
})

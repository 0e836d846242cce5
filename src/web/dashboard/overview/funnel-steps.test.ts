import { describe, expect, it } from 'vitest'
import { biggestLoss, funnelSteps } from './funnel-steps.ts'

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
    expect(steps.map(({ before }) => before)).toEqual([
      null,
      'visitors',
      'leads',
      'those who saw it',
      'applicants',
    ])
  })

  it('is drawn so that its last steps can still be seen', () => {
    expect(funnelSteps(funnel(10_000, 400, 100, 25, 4)).map(({ width }) => width)).toEqual([
      1, 0.2, 0.1, 0.05, 0.02,
    ])
  })

  it('stays calm where a step has nobody or more people than the one before', () => {
    expect(funnelSteps(funnel()).map(({ rate, width }) => [rate, width])).toEqual(Array(5).fill([null, 0]))
    const [, , , applied, booked] = funnelSteps(funnel(10, 2, 1, 2, 0))
    expect(applied).toMatchObject({ rate: null, lost: -1 })
    expect(booked).toMatchObject({ rate: 0, lost: 2 })
    expect(funnelSteps(funnel(10, 2, 1, 0, 3))[4]).toMatchObject({ rate: null, lost: -3, people: 3 })
    expect(funnelSteps(funnel(10, 10))[1]).toMatchObject({ rate: 100, lost: 0 })
  })

  it('names the step that loses the most leads, and none where none is lost', () => {
    expect(biggestLoss(funnelSteps(funnel(200, 50, 45, 5, 1)))).toBe('applied')
    expect(biggestLoss(funnelSteps(funnel(200, 50, 20, 5, 1)))).toBe('saw-pitch')
    expect(biggestLoss(funnelSteps(funnel(200, 5, 5, 5, 5)))).toBeNull()
    expect(biggestLoss(funnelSteps(funnel()))).toBeNull()
  })
})

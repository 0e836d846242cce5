import type { Overview } from '#contract/page-analytics.ts'

type Step = Overview['funnel'][number]['step']

/** One step of the funnel as it is shown. Rates in percent; null at the first step and where nobody came before. */
export type FunnelStep = {
  step: Step
  label: string
  people: number
  /** Part of the first step, 0 to 1, for the bar. */
  part: number
  /** Of the step before. */
  rate: number | null
  /** How many of the step before are missing here; negative where more are here. */
  lost: number | null
}

const words: Record<Step, { label: string }> = {
  visit: { label: 'Visited' },
  lead: { label: 'Became a lead' },
  'saw-pitch': { label: 'Saw the pitch' },
  applied: { label: 'Applied' },
  booked: { label: 'Booked a call' },
}

/** The funnel's steps with their drop against the step before. */
export function funnelSteps(funnel: Overview['funnel']): FunnelStep[] {
  const first = funnel[0]?.people ?? 0
  return funnel.map(({ step, people }, index) => {
    const before = funnel[index - 1]?.people
    return {
      ...words[step],
      step,
      people,
      part: first === 0 ? 0 : Math.min(1, people / first),
      rate: before ? (people / before) * 100 : null,
      lost: before === undefined ? null : before - people,
    }
  })
}

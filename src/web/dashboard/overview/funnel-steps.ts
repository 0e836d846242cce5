import type { Overview } from '#contract/page-analytics.ts'

type Step = Overview['funnel'][number]['step'] | 'paid'

/**
 * One step of the funnel as it is shown. Rates in percent; null at the first step, where nobody came before, and where more
 * are here than before: who applied need not have seen the pitch, and no rate is above 100 %.
 */
export type FunnelStep = {
  step: Step
  label: string
  people: number
  /**
   * How wide it is drawn, 0 to 1: the root of its part of the first step. Drawn to scale, everything after the first
   * step would be a line.
   */
  width: number
  /** Of the step before. */
  rate: number | null
  /** What the people of the step before are called. */
  before: string | null
  /** How many of the step before are missing here; negative where more are here. */
  lost: number | null
}

const words: Record<Step, { label: string; people: string }> = {
  visit: { label: 'Visited', people: 'visitors' },
  lead: { label: 'Became a lead', people: 'leads' },
  'saw-pitch': { label: 'Saw the pitch', people: 'those who saw it' },
  applied: { label: 'Applied', people: 'applicants' },
  booked: { label: 'Booked a call', people: 'those who booked' },
  paid: { label: 'Paid', people: 'clients' },
}

/** The funnel's steps with their drop against the step before; `clients` ends it where they are known. */
export function funnelSteps(told: Overview['funnel'], clients?: number): FunnelStep[] {
  const funnel: { step: Step; people: number }[] = [
    ...told,
    ...(clients === undefined ? [] : [{ step: 'paid' as const, people: clients }]),
  ]
  const first = funnel[0]?.people ?? 0
  return funnel.map(({ step, people }, index) => {
    const before = funnel[index - 1]
    return {
      step,
      label: words[step].label,
      people,
      width: first === 0 ? 0 : Math.sqrt(Math.min(1, people / first)),
      rate: before?.people && people <= before.people ? (people / before.people) * 100 : null,
      before: before ? words[before.step].people : null,
      lost: before ? before.people - people : null,
    }
  })
}

/**
 * The step that loses the most of those who left their details; null where none is lost. That most visitors never do is
 * so everywhere, and says nothing.
 */
export function biggestLoss(steps: FunnelStep[]): Step | null {
  const losing = steps.slice(2).filter(({ lost }) => lost !== null && lost > 0)
  const most = Math.max(...losing.map(({ lost }) => lost ?? 0))
  return losing.find(({ lost }) => lost === most)?.step ?? null
}

import type { Attribution } from '#contract/attribution.ts'
import { idsOn } from '#server/platform/ids.ts'
import type { ExclusionReason } from '#server/tracking/why-excluded.ts'
import type { Device } from './devices.ts'
import type { Journey, NextStep, View } from './journey.ts'
import { inventAddress, type Place } from './places.ts'
import type { Random } from './random.ts'

/** Pages opened one after another with the attribution that the browser remembers by then. */
export type Visit = { attribution: Attribution; landingPath: string; views: View[] }

/** A lead form sent; `elapsed` in milliseconds since it opened. */
export type FormSent = {
  at: Date
  page: string
  elapsed: number
  attribution: Attribution
  landingPath: string
  trap?: string
}

/** One browser of the demo with everything it does in the month, oldest first. */
export type DemoVisitor = {
  id: string
  device: Device
  place: Place
  ipAddress: string
  fbp: string | undefined
  excluded: ExclusionReason | null
  visits: Visit[]
  forms: FormSent[]
  steps: NextStep[]
}

/** A browser that has not done anything yet, with an id as its cookie would carry it. */
export function newVisitor(
  random: Random,
  at: Date,
  who: Pick<DemoVisitor, 'device' | 'place'> & Partial<DemoVisitor>,
): DemoVisitor {
  return {
    id: idsOn({ now: () => at }, random.bytes)(),
    ipAddress: inventAddress(random),
    fbp: undefined,
    excluded: null,
    visits: [],
    forms: [],
    steps: [],
    ...who,
  }
}

/** Adds a journey to what a visitor did, under the attribution that the browser remembers. */
export function addJourney(
  visitor: DemoVisitor,
  journey: Journey,
  remembered: Pick<Visit, 'attribution' | 'landingPath'>,
): void {
  visitor.visits.push({ ...remembered, views: journey.views })
  visitor.forms.push(...journey.forms.map((form) => ({ ...form, ...remembered })))
  visitor.steps.push(...journey.steps)
}

/** A visitor with only what has happened by `now`. */
export function endingAt(visitor: DemoVisitor, now: Date): DemoVisitor {
  const hasHappened = ({ at }: { at: Date }) => at <= now
  const visits = visitor.visits
    .map((visit) => ({ ...visit, views: visit.views.filter(hasHappened) }))
    .filter(({ views }) => views.length > 0)
  const forms = visitor.forms.filter(hasHappened)
  // Without its form there is no lead that a later step could belong to.
  const steps = forms.length > 0 ? visitor.steps.filter(hasHappened) : []
  return { ...visitor, visits, forms, steps }
}

import { readUrl } from '#contract/read-url.ts'

const trainings = ['/freetraining', '/freetraining2', '/freetrainingc'] as const

/** The path of a page with the training. */
export type TrainingPath = (typeof trainings)[number]

/** The training that a visitor has come from, by the page before this one; the usual one for everyone else. */
export function trainingBefore(referrer: string, origin: string): TrainingPath {
  const before = readUrl(referrer)
  if (before?.origin !== origin) return '/freetraining'
  return trainings.find((path) => path === before.pathname) ?? '/freetraining'
}

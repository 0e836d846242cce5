import { trainingTimes } from '#contract/training-times.ts'

/** What a training page reports at a second of its video: newly watched steps or, without any, that the pitch is reached. */
export type WatchReport = { second: number; steps: number[] }

const { pollAfter, pollEvery, watchStep, pitchSeen } = trainingTimes
// As the page sends them: half a minute of video a call.
const BATCH = 6

/** What the page reports while its video plays from the beginning to a second, in order, and once more as it closes. */
export function watchReports(until: number): WatchReport[] {
  const reports: WatchReport[] = []
  let next = 0
  let waiting: number[] = []
  const send = (second: number) => {
    reports.push({ second, steps: waiting })
    waiting = []
  }
  let second = pollAfter
  for (; second <= until; second += pollEvery) {
    for (; next * watchStep <= second; next += 1) waiting.push(next)
    if (waiting.length >= BATCH) send(second)
    if (second >= pitchSeen && second - pollEvery < pitchSeen) reports.push({ second, steps: [] })
  }
  if (waiting.length > 0) send(second - pollEvery)
  return reports
}

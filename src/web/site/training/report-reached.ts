import { readStored, writeStored } from '#web/site/browser/browser-storage.ts'
import { get, post } from '#web/site/browser/call.ts'
import { deviceReport } from '#web/site/browser/device-report.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { outcomeOf, retryPause } from '#web/site/browser/retry-pause.ts'
import { mayRemember, visitLeave } from '#web/site/consent/visit-leave.ts'

const REPORTED = 'watchReported'
const isNumber = (value: unknown): value is number => typeof value === 'number'

/** The furthest second of video that this visit has reported; -1 where it has reported none. */
export function reportedBefore(): number {
  const reported = Number(readStored(REPORTED, 'sessionStorage') ?? recall(REPORTED, isNumber) ?? -1)
  return Number.isFinite(reported) ? reported : -1
}

function remember(watchTime: number): void {
  if (!writeStored(REPORTED, String(watchTime), 'sessionStorage')) keep(REPORTED, watchTime)
}

// What is not taken within a few minutes is reported by the next page load.
const TRIES = 6

/** Whether the server took a report, or refused it for good; else what it said of when to come again. */
type Outcome = { is: 'taken' | 'refused' } | { is: 'later'; retryAfter: string | null }

async function tryOnce(body: Record<string, unknown>): Promise<Outcome> {
  try {
    const answer = await post('/api/leads/add-video-tag', body, { keepalive: true })
    if (answer.ok) return { is: 'taken' }
    console.warn(`Reporting what was watched was answered with ${answer.status}.`)
    if (outcomeOf(answer.status) === 'done') return { is: 'refused' }
    return { is: 'later', retryAfter: answer.headers.get('retry-after') }
  } catch (error) {
    console.warn('What was watched could not be reported.', error)
    return { is: 'later', retryAfter: null }
  }
}

/**
 * Reports a second of video that has been reached, once a page load. While the network or the server is not there it tries
 * again for a few minutes, as long as nothing later was reported; after that the next page load of this visit does. Never
 * throws.
 */
export async function reportReached(watchTime: number): Promise<void> {
  const { fingerprint } = deviceReport()
  if (!fingerprint && mayRemember()) {
    console.warn('No fingerprint: what was watched is not reported.')
    return
  }
  for (let failures = 0; failures < TRIES && watchTime > reportedBefore(); ) {
    const outcome = await tryOnce({ fingerprint, watchTime, ...visitLeave() })
    if (outcome.is === 'taken') remember(Math.max(watchTime, reportedBefore()))
    if (outcome.is !== 'later') return
    failures += 1
    const pause = retryPause(failures, outcome.retryAfter)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Asks which seconds of the video rules wait for; undefined without an answer. Never throws. */
export async function awaitedSeconds(): Promise<unknown> {
  try {
    const answer = await get('/api/visitors/awaited-seconds')
    return answer.ok ? (await answer.json()).seconds : undefined
  } catch (error) {
    // The pitch is reported all the same, and the next batch of watched steps brings the others.
    console.warn('The seconds to report could not be asked for.', error)
    return undefined
  }
}

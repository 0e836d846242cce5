import { readStored, writeStored } from '#web/site/browser/browser-storage.ts'
import { post } from '#web/site/browser/call.ts'
import { deviceReport } from '#web/site/browser/device-report.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'
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

/**
 * Reports a second of video that has been reached, once a page load; a report that failed is made again by the next
 * page load of this visit. Never throws.
 */
export async function reportReached(watchTime: number): Promise<void> {
  const { fingerprint } = deviceReport()
  if (!fingerprint && mayRemember()) {
    console.warn('No fingerprint: what was watched is not reported.')
    return
  }
  try {
    const body = { fingerprint, watchTime, ...visitLeave() }
    const answer = await post('/api/leads/add-video-tag', body, { keepalive: true })
    if (answer.ok) remember(watchTime)
    else console.warn(`Reporting what was watched was answered with ${answer.status}.`)
  } catch (error) {
    console.warn('What was watched could not be reported.', error)
  }
}

/** Asks which seconds of the video rules wait for; undefined without an answer. Never throws. */
export async function awaitedSeconds(): Promise<unknown> {
  try {
    const answer = await fetch('/api/visitors/awaited-seconds', { credentials: 'include' })
    return answer.ok ? (await answer.json()).seconds : undefined
  } catch (error) {
    // The pitch is reported all the same, and the next batch of watched steps brings the others.
    console.warn('The seconds to report could not be asked for.', error)
    return undefined
  }
}

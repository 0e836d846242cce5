import { post } from '#web/site/browser/call.ts'
import { deviceReport } from '#web/site/browser/device-report.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { outcomeOf, retryPause } from '#web/site/browser/retry-pause.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { mayRemember, visitLeave } from '#web/site/consent/visit-leave.ts'
import { completionOf } from './completion.ts'
import type { Person } from './person.ts'

const AFTER_LOAD_MS = 1000

// A server that is busy, or a network that is gone for a moment, must not cost the tag and the call. Where many apply behind one
// address it may ask for a whole minute's pause.
const TRIES = 6

/** Whether the server took a report, or refused it for good; else what it said of when to come again. */
type Outcome = { is: 'taken' | 'refused' } | { is: 'later'; retryAfter: string | null }

// `keepalive` lets these outlive a page that is left early.
async function tryOnce(path: string, body: unknown): Promise<Outcome> {
  try {
    const answer = await post(path, body, { keepalive: true })
    if (answer.ok) console.info(`${path}:`, await answer.json())
    else console.warn(`${path} was answered with ${answer.status}.`)
    if (answer.ok) return { is: 'taken' }
    if (outcomeOf(answer.status) === 'done') return { is: 'refused' }
    return { is: 'later', retryAfter: answer.headers.get('retry-after') }
  } catch (error) {
    console.warn(`${path} could not be reached.`, error)
    return { is: 'later', retryAfter: null }
  }
}

/** Waits, but no longer than the page is there, or in sight where `isFirst`: what is not told by then may never be. */
const pause = (ms: number, isFirst = false): Promise<void> =>
  new Promise((resolve) => {
    const hide = () => {
      if (document.visibilityState === 'hidden') go()
    }
    const go = () => {
      clearTimeout(timer)
      removeEventListener('pagehide', go)
      document.removeEventListener('visibilitychange', hide)
      resolve()
    }
    const timer = setTimeout(go, ms)
    addEventListener('pagehide', go)
    if (isFirst) document.addEventListener('visibilitychange', hide)
  })

/** Reports until the server has it, a few times; nobody sees whether that succeeds (docs/spec.md, 'Thank-you pages'). */
async function report(path: string, body: unknown): Promise<boolean> {
  for (let failures = 0; failures < TRIES; ) {
    const outcome = await tryOnce(path, body)
    if (outcome.is !== 'later') return outcome.is === 'taken'
    failures += 1
    await pause(retryPause(failures, outcome.retryAfter))
  }
  return false
}

/** Tells the server, 1 s after load or as the page is left before, that this confirmation page was reached. */
export async function confirmApplication(page: string): Promise<void> {
  await pause(AFTER_LOAD_MS, true)
  const { fingerprint } = deviceReport()
  if (!fingerprint && mayRemember()) {
    console.warn('No fingerprint: the application is not confirmed.')
    return
  }
  await report('/api/leads/application-confirmation', {
    fingerprint,
    page,
    ...visitLeave(),
  })
}

const isTrue = (value: unknown): value is true => value === true

/** Tells the server, at the same moment, whose application this is; once, and only where the address said who. */
export async function completeApplication(person: Person | undefined, page: string): Promise<void> {
  if (!person || recall('completed', isTrue)) return
  await pause(AFTER_LOAD_MS, true)
  const isDone = await report('/api/process-typeform-completion', {
    ...completionOf(person, visitorRecord(), page),
    ...visitLeave(),
  })
  if (isDone) keep('completed', true)
}

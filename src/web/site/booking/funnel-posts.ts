import { post } from '#web/site/browser/call.ts'
import { deviceReport } from '#web/site/browser/device-report.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { outcomeOf } from '#web/site/browser/retry-pause.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { mayRemember, visitLeave } from '#web/site/consent/visit-leave.ts'
import { completionOf } from './completion.ts'
import type { Person } from './person.ts'

const AFTER_LOAD_MS = 1000

// A server that is busy for a moment, or a network that is gone for one, must not cost the tag and the call.
const AGAIN_AFTER_MS = [3000, 10_000, 30_000]

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

// `keepalive` lets these outlive a page that is left early.
async function reportOnce(path: string, body: unknown): Promise<'done' | 'refused' | 'later'> {
  try {
    const answer = await post(path, body, { keepalive: true })
    if (answer.ok) console.info(`${path}:`, await answer.json())
    else console.warn(`${path} was answered with ${answer.status}.`)
    if (answer.ok) return 'done'
    return outcomeOf(answer.status) === 'later' ? 'later' : 'refused'
  } catch (error) {
    console.warn(`${path} could not be reached.`, error)
    return 'later'
  }
}

/** Reports until the server has it, a few times; nobody sees whether that succeeds (docs/spec.md, 'Thank-you pages'). */
async function report(path: string, body: unknown): Promise<boolean> {
  let outcome = await reportOnce(path, body)
  for (const ms of AGAIN_AFTER_MS) {
    if (outcome !== 'later') break
    await pause(ms)
    outcome = await reportOnce(path, body)
  }
  return outcome === 'done'
}

/** Tells the server, 1 s after load, that this confirmation page was reached. */
export function confirmApplication(page: string): void {
  setTimeout(() => {
    const { fingerprint } = deviceReport()
    if (!fingerprint && mayRemember()) {
      console.warn('No fingerprint: the application is not confirmed.')
      return
    }
    void report('/api/leads/application-confirmation', {
      fingerprint,
      page,
      ...visitLeave(),
    })
  }, AFTER_LOAD_MS)
}

const isTrue = (value: unknown): value is true => value === true

/** Tells the server, 1 s after load, whose application this is; once, and only where the address said who. */
export function completeApplication(person: Person | undefined, page: string): void {
  if (!person || recall('completed', isTrue)) return
  setTimeout(async () => {
    const isDone = await report('/api/process-typeform-completion', {
      ...completionOf(person, visitorRecord(), page),
      ...visitLeave(),
    })
    if (isDone) keep('completed', true)
  }, AFTER_LOAD_MS)
}

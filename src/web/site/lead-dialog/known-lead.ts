import { post } from '#web/site/browser/call.ts'
import { deviceReport } from '#web/site/browser/device-report.ts'
import { outcomeOf, retryPause } from '#web/site/browser/retry-pause.ts'
import { mayRemember } from '#web/site/consent/visit-leave.ts'

/** A lead as this browser once gave it (docs/spec.md, 'Visitors and people'). */
export type KnownLead = { name: string; email: string; phone: string }

/** Who this is, nobody who is known, or no answer, with what was said of when to ask again. */
type Found = { lead: KnownLead | undefined } | { retryAfter: string | null }

async function lookUp(): Promise<Found> {
  const { fingerprint } = deviceReport()
  if (!fingerprint && mayRemember()) {
    console.warn('No fingerprint: the form stays empty.')
    return { lead: undefined }
  }
  try {
    const answer = await post('/api/leads/by-fingerprint', { fingerprint })
    if (outcomeOf(answer.status) === 'later') return { retryAfter: answer.headers.get('retry-after') }
    const body: { success?: boolean; lead?: KnownLead } = await answer.json()
    return { lead: body.success ? body.lead : undefined }
  } catch (error) {
    console.warn('Looking the lead up failed; the form stays as it is.', error)
    return { retryAfter: null }
  }
}

// Whoever gave their details stands before a locked video until this is answered.
const TRIES = 6

const listeners = new Set<() => void>()
let known: KnownLead | undefined
let asked: Promise<KnownLead | undefined> | undefined
let failures = 0
let waiting: ReturnType<typeof setTimeout> | undefined

async function ask(): Promise<KnownLead | undefined> {
  clearTimeout(waiting)
  waiting = undefined
  const found = await lookUp()
  if ('lead' in found) {
    failures = 0
    known = found.lead
    for (const listener of listeners) listener()
  } else {
    failures += 1
    if (failures < TRIES) waiting = setTimeout(askAgain, retryPause(failures, found.retryAfter))
  }
  return known
}

function askAgain(): void {
  asked = ask()
}

/**
 * Asks anew who this is where that was not answered yet, also after the last try: network or server may be gone for longer
 * than all of them.
 */
export function askUnanswered(): void {
  if (waiting === undefined && failures < TRIES) return
  failures = 0
  askAgain()
}

/**
 * The lead this browser submitted earlier, asked for once per page load and again whenever the visitor comes back to
 * this page as it was left: they may have given their details meanwhile. Without an answer it is asked for a few times more,
 * and once the network is back or the page is looked at again; until then stands what was known.
 */
export function knownLead(): Promise<KnownLead | undefined> {
  if (asked) return asked
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) askAgain()
  })
  addEventListener('online', askUnanswered)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) askUnanswered()
  })
  asked = ask()
  return asked
}

/** The lead this browser submitted earlier, as far as the server has said so. */
export const leadKnownNow = (): KnownLead | undefined => known

/** Calls back whenever the server has said who this is, until the function it returns is called. */
export function onLeadKnown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

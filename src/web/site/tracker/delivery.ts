import { forgetStored, readStoredJson, writeStored } from '#web/site/browser/browser-storage.ts'
import { post } from '#web/site/browser/call.ts'
import { outcomeOf, retryPause } from '#web/site/browser/retry-pause.ts'
import { mayRemember } from '#web/site/consent/visit-leave.ts'
import { isOutbox, type OutgoingEvent, withEvent, withoutEvent } from './outbox.ts'

const KEY = 'leadlineOutbox'

const unanswered = new Map<string, OutgoingEvent>()
// Without the visitor's leave nothing is stored: what is not acknowledged waits as long as the page lives.
let held: OutgoingEvent[] = []
const stored = (): OutgoingEvent[] => readStoredJson(KEY, isOutbox) ?? []
const kept = (): OutgoingEvent[] => (mayRemember() ? held.reduce(withEvent, stored()) : held)
function keep(event: OutgoingEvent): void {
  if (mayRemember()) writeStored(KEY, JSON.stringify(withEvent(stored(), event)))
  else held = withEvent(held, event)
}
function forget(id: string): void {
  held = withoutEvent(held, id)
  if (stored().length > 0) writeStored(KEY, JSON.stringify(withoutEvent(stored(), id)))
}

/** Whether a call is under way that may come back with the visitor's cookie. */
export const isCookieUnderWay = (): boolean =>
  [...unanswered.values()].some(({ url, body }) => url.endsWith('track') && body.consent !== false)

/** Forgets what waits from earlier pages: the visitor has said no. */
export const forgetKept = (): void => forgetStored(KEY)

/** What became of one try; `later` with what the answer said of when. */
type Outcome = { is: 'done' } | { is: 'later'; retryAfter: string | null }

const underWay = new Set<string>()

async function tryOnce(event: OutgoingEvent): Promise<Outcome> {
  underWay.add(event.id)
  try {
    const answer = await post(event.url, event.body, { keepalive: true })
    // An answer that nobody reads keeps its connection busy; its status says enough.
    answer.text().catch(() => {})
    const is = outcomeOf(answer.status)
    return is === 'done' ? { is } : { is, retryAfter: answer.headers.get('retry-after') }
  } catch {
    return { is: 'later', retryAfter: null }
  } finally {
    underWay.delete(event.id)
  }
}

let failures = 0
let waiting: ReturnType<typeof setTimeout> | undefined

// One wait for all that is kept, however many calls failed.
function tryLater(retryAfter: string | null): void {
  if (waiting !== undefined) return
  failures += 1
  waiting = setTimeout(
    () => {
      waiting = undefined
      void deliverKept()
    },
    retryPause(failures, retryAfter),
  )
}

function acknowledge({ id }: OutgoingEvent): void {
  unanswered.delete(id)
  forget(id)
}

/**
 * Sends the events in their turn, one after the other, each only once the one before is acknowledged, and says whether all
 * were. What is not acknowledged, because of network, server or because the page goes away, waits in the outbox.
 */
export async function deliver(events: OutgoingEvent[], turn?: Promise<unknown>): Promise<boolean> {
  for (const event of events) unanswered.set(event.id, event)
  await turn
  for (const [index, event] of events.entries()) {
    // One that had to go out before its turn.
    if (!unanswered.has(event.id)) continue
    const outcome = await tryOnce(event)
    if (outcome.is === 'done') {
      failures = 0
      acknowledge(event)
      continue
    }
    for (const left of events.slice(index)) {
      if (!unanswered.has(left.id)) continue
      keep(left)
      unanswered.delete(left.id)
    }
    tryLater(outcome.retryAfter)
    return false
  }
  return true
}

/** Delivers what an earlier page was left with before it had its visitor's cookie, which comes with the answer. */
export async function deliverDue(): Promise<void> {
  const due = kept().find(({ url }) => url.endsWith('track'))
  if (due) await deliver([due])
}

let delivering = false

/** Delivers what waits in the outbox, oldest first; not while the server is left alone after a failure. */
export async function deliverKept(): Promise<void> {
  const events = kept().filter(({ id }) => !unanswered.has(id))
  if (delivering || waiting !== undefined || events.length === 0) return
  delivering = true
  await deliver(events)
  delivering = false
}

// An app's browser that is swiped away may do nothing more: what waits for the answer before it goes out now, and each call
// names the page load, so that the server takes them for one visitor's.
function hurry(): void {
  for (const event of unanswered.values()) {
    keep(event)
    if (underWay.has(event.id)) continue
    void tryOnce(event).then(({ is }) => {
      if (is === 'done') acknowledge(event)
    })
  }
}

/**
 * From now on: events still unanswered when the page goes are kept, those of a page that goes out of sight are sent at once,
 * too, and a returning network delivers what is kept.
 */
export function watchPage(): void {
  addEventListener('pagehide', () => {
    for (const event of unanswered.values()) keep(event)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hurry()
  })
  addEventListener('online', () => {
    clearTimeout(waiting)
    waiting = undefined
    void deliverKept()
  })
}

import type { Answers } from '#contract/application-form.ts'
import { randomId } from '#contract/random-id.ts'
import { forgetStored, readStored, writeStored } from '#web/site/browser/browser-storage.ts'
import { get, post } from '#web/site/browser/call.ts'
import { outcomeOf, retryPause } from '#web/site/browser/retry-pause.ts'
import { mayRemember, visitLeave } from '#web/site/consent/visit-leave.ts'

/**
 * An application that is being filled in: its id, what was answered, how often that has changed and, where the call was wished
 * for, in which version of its words; empty where the wish was taken back.
 */
export type Begun = { responseId: string; revision: number; answers: Answers; callWish?: string | undefined }

/** What was sent whole and not answered yet: it may have been stored. */
export type Unanswered = { id: string; said: string }

const KEY = 'application'
const SENT_KEY = 'application-sent'
const SAVE_AFTER_MS = 800
// What is not taken within a few minutes goes along with the next answer.
const TRIES = 6

const isBegun = (value: unknown): value is Begun => {
  const { responseId, revision, answers, callWish } = Object(value)
  return (
    typeof responseId === 'string' &&
    typeof revision === 'number' &&
    Object(answers) === answers &&
    (callWish === undefined || typeof callWish === 'string')
  )
}

const isUnanswered = (value: unknown): value is Unanswered => {
  const { id, said } = Object(value)
  return typeof id === 'string' && typeof said === 'string'
}

function parsed<T>(text: string | undefined, isWanted: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isWanted(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A new application that nothing was answered of. */
export const newApplication = (): Begun => ({ responseId: randomId(), revision: 0, answers: {} })

// Without the visitor's leave answers live as long as the tab.
const area = () => (mayRemember() ? 'localStorage' : 'sessionStorage')

/**
 * Puts what is kept where the visitor's answer of now lets it live: what was begun before a yes goes on to later visits, and
 * what was kept before a no ends with the tab. Never throws.
 */
export function moveKept(): void {
  const to = area()
  const from = to === 'localStorage' ? 'sessionStorage' : 'localStorage'
  for (const key of [KEY, SENT_KEY]) {
    const text = readStored(key, to) || readStored(key, from)
    if (!text) continue
    // A storage that is full takes nothing over: then the tab has it still.
    if (!writeStored(key, text, to) && to === 'localStorage') continue
    if (from === 'localStorage') forgetStored(key)
    else writeStored(key, '', from)
  }
}

/** What this browser keeps itself. */
export function keptHere(): Begun | undefined {
  // The answer may be one that was given on another page or in another tab.
  moveKept()
  return parsed(readStored(KEY, area()), isBegun)
}

/** What the server keeps for this browser, where its own storage is forbidden or was emptied. Never throws. */
export async function keptThere(): Promise<Begun | undefined> {
  if (!mayRemember()) return undefined
  try {
    const answer = await get('/api/application/own')
    const { begun }: { begun?: unknown } = answer.ok ? await answer.json() : {}
    return isBegun(begun) ? begun : undefined
  } catch (error) {
    console.warn('Earlier answers could not be asked for.', error)
    return undefined
  }
}

/** What this browser sent last without an answer, before the page loaded again too. */
export const sentUnanswered = (): Unanswered | undefined => parsed(readStored(SENT_KEY, area()), isUnanswered)

/** Keeps what was sent last without an answer, in place of what was before. */
export function keepUnanswered(sent: Unanswered | undefined): void {
  forget(SENT_KEY)
  if (sent) writeStored(SENT_KEY, JSON.stringify(sent), area())
}

/** Calls back when another tab of this browser has forgotten what is kept here, until the function it returns is called. */
export function onForgottenElsewhere(listener: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === KEY && newValue === null) listener()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

/**
 * Calls back when another tab of this browser may have kept more here: as soon as it has, and whenever this one comes to the
 * front, until the function it returns is called.
 */
export function onKeptElsewhere(listener: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === KEY && newValue) listener()
  }
  // A tab that was put away may have been told nothing.
  const shown = () => {
    if (document.visibilityState === 'visible') listener()
  }
  addEventListener('storage', heard)
  document.addEventListener('visibilitychange', shown)
  return () => {
    removeEventListener('storage', heard)
    document.removeEventListener('visibilitychange', shown)
  }
}

/** Forgets what is kept here: the application is sent. */
export function forgetKept(): void {
  forget(KEY)
  forget(SENT_KEY)
}

function forget(key: string): void {
  forgetStored(key)
  writeStored(key, '', 'sessionStorage')
}

/**
 * Keeps answers here at once, and on the server a moment after the last change: one call at a time, the newest wins. Where the
 * network or the server is not there, it tries again.
 */
export function keeper(where: { page: string; version: string }) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: Begun | undefined
  let isDropped = false
  let failures = 0
  let sending = Promise.resolve()
  const sendNewest = async (isLast: boolean): Promise<void> => {
    const newest = waiting
    waiting = undefined
    if (!newest || !mayRemember()) return
    // The wish to be called is told with the whole application alone.
    const { callWish: _wish, ...begun } = newest
    const outcome = await sendAnswers({ ...begun, ...where }, isLast)
    if (outcome.is === 'done' || isDropped || waiting) return
    waiting = newest
    failures += 1
    if (failures < TRIES) timer = setTimeout(() => send(false), retryPause(failures, outcome.retryAfter))
  }
  const send = (isLast: boolean): void => {
    clearTimeout(timer)
    // What waits is taken when its turn has come: on a slow network many questions may be answered meanwhile.
    sending = sending.then(() => sendNewest(isLast))
  }
  return {
    keep(begun: Begun): void {
      writeStored(KEY, JSON.stringify(begun), area())
      waiting = begun
      isDropped = false
      failures = 0
      clearTimeout(timer)
      timer = setTimeout(() => send(false), SAVE_AFTER_MS)
    },
    /** Sends nothing before something else is over, which never throws. */
    waitFor(over: Promise<void>): void {
      sending = sending.then(() => over)
    },
    /** Sends what waits: another question is shown, the page is left, or the network is back. */
    flush: () => send(true),
    /** Drops what waits: the whole application goes out instead. */
    drop(): Promise<void> {
      clearTimeout(timer)
      waiting = undefined
      isDropped = true
      return sending
    },
  }
}

/** Whether the server has answers or will never take them; else what it said of when to come again. */
type Kept = { is: 'done' } | { is: 'later'; retryAfter: string | null }

async function sendAnswers(answers: Record<string, unknown>, isLast: boolean): Promise<Kept> {
  try {
    const body = { ...answers, ...visitLeave() }
    const answer = await post('/api/application/answers', body, { keepalive: isLast })
    const is = outcomeOf(answer.status)
    return is === 'done' ? { is } : { is, retryAfter: answer.headers.get('retry-after') }
  } catch (error) {
    console.warn('The answers so far are kept in this browser alone for now.', error)
    return { is: 'later', retryAfter: null }
  }
}

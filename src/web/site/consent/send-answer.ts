import { post } from '#web/site/browser/call.ts'
import { outcomeOf, retryPause } from '#web/site/browser/retry-pause.ts'
import { sessionId } from '#web/site/browser/session-id.ts'
import { adAnswer, keepAdAnswer } from './ad-answer.ts'

// What is not taken within a few minutes is told by a later page.
const TRIES = 6

let failures = 0
let waiting: ReturnType<typeof setTimeout> | undefined

function again(): void {
  clearTimeout(waiting)
  waiting = undefined
  removeEventListener('online', again)
  void sendAnswer()
}

function tellLater(retryAfter: string | null): void {
  if (waiting !== undefined || failures === TRIES) return
  failures += 1
  waiting = setTimeout(again, retryPause(failures, retryAfter))
  addEventListener('online', again)
}

async function tell(): Promise<void> {
  const answer = adAnswer()
  if (!answer || answer.told) return
  const { choice, version } = answer
  const consent = choice === 'granted'
  const body = { choice, version, page: location.pathname, consent, sessionId }
  try {
    const told = await post('/api/visitors/ad-consent', body, { keepalive: true })
    // Meanwhile the visitor may have changed their mind.
    if (told.ok && adAnswer() === answer) keepAdAnswer({ choice, version, told: true })
    if (outcomeOf(told.status) === 'later') tellLater(told.headers.get('retry-after'))
    else failures = 0
  } catch (error) {
    console.warn('The answer about cookies is told later.', error)
    tellLater(null)
  }
}

let telling = Promise.resolve()

/** Gives the server the answer it does not have yet; where that fails it is told again, and at last by a later page. */
export function sendAnswer(): Promise<void> {
  telling = telling.then(tell)
  return telling
}

/** Gives the server a no once more, where that is the answer: what was on its way came back with the cookie that it ended. */
export async function sendNoAgain(): Promise<void> {
  const answer = adAnswer()
  if (answer?.choice !== 'refused') return
  keepAdAnswer({ ...answer, told: false })
  await sendAnswer()
}

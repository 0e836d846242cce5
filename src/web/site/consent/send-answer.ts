import { post } from '#web/site/browser/call.ts'
import { sessionId } from '#web/site/browser/session-id.ts'
import { adAnswer, keepAdAnswer } from './ad-answer.ts'

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
  } catch (error) {
    console.warn('The answer about cookies is told later.', error)
  }
}

let telling = Promise.resolve()

/** Gives the server the answer it does not have yet; a later page tries again where that fails. */
export function sendAnswer(): Promise<void> {
  telling = telling.then(tell)
  return telling
}

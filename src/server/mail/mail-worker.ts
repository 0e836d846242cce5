import type { Live } from '#server/platform/live.ts'
import { type MailSendingParts, type Sending, sendDueMails } from './send-mails.ts'

/** How often is looked for mails whose time has come, in milliseconds; new ones are told of. */
const EVERY_MS = 5000

/**
 * Sends mails from now on, whenever one is queued and every few seconds. `stop` waits for the one under way, and no longer
 * for answers that take long.
 */
export function startMailWorker(
  parts: MailSendingParts & { live: Pick<Live, 'changed' | 'subscribe'>; onProblem(error: unknown): void },
  everyMs: number = EVERY_MS,
): { stop(): Promise<void> } {
  let sending: Promise<void> | null = null
  let isAskedAgain = false
  const ending = new AbortController()
  const late: Sending['late'] = new Set()
  const send = () => {
    isAskedAgain = sending !== null
    sending ??= sendDueMails(parts, { late, signal: ending.signal, onProblem: parts.onProblem })
      .catch(parts.onProblem)
      .finally(() => {
        sending = null
        // What was queued while the last look was ending would wait for the next one.
        if (isAskedAgain) send()
      })
  }
  const unsubscribe = parts.live.subscribe((topics) => {
    if (topics.includes('mail') || topics.includes('settings')) send()
  })
  const timer = setInterval(send, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      unsubscribe()
      isAskedAgain = false
      ending.abort()
      await sending
      await Promise.all(late)
    },
  }
}

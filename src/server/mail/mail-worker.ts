import type { Live } from '#server/platform/live.ts'
import { type MailSendingParts, sendDueMails } from './send-mails.ts'

/** How often is looked for mails whose time has come, in milliseconds; new ones are told of. */
const EVERY_MS = 5000

/** Sends mails from now on, whenever one is queued and every few seconds. `stop` waits for the one under way. */
export function startMailWorker(
  parts: MailSendingParts & { live: Pick<Live, 'changed' | 'subscribe'>; onProblem(error: unknown): void },
  everyMs: number = EVERY_MS,
): { stop(): Promise<void> } {
  let sending: Promise<void> | null = null
  let isAskedAgain = false
  const send = () => {
    isAskedAgain = sending !== null
    sending ??= sendDueMails(parts)
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
      await sending
    },
  }
}

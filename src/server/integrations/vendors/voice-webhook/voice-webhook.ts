import { createHmac } from 'node:crypto'
import { readRetryAfter } from '#server/integrations/retry-after.ts'
import type { VoiceAgent } from '#server/integrations/voice-agent.ts'
import { whyNoAnswer } from '#server/integrations/why-no-answer.ts'
import type { Clock } from '#server/platform/clock.ts'
import { answerToError, notTaken } from './answer-to-error.ts'

const TIMEOUT_MS = 10_000

/**
 * A voice agent, or a broker of one, behind an address of the owner's. Each call is asked for with a JSON post, signed
 * like what comes back: `X-Leadline-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. Any status of
 * success means that the call was taken, whatever the answer says beyond it.
 */
export function createVoiceWebhook(settings: { url: string; secret: string; clock: Clock }): VoiceAgent {
  return {
    async requestCall(call) {
      const { email, timezone, requestedAt, ...rest } = call
      const body = JSON.stringify({
        ...rest,
        ...(email && { email }),
        ...(timezone && { timezone }),
        requestedAt: requestedAt.toISOString(),
      })
      const now = settings.clock.now()
      const seconds = Math.floor(now.getTime() / 1000)
      const digest = createHmac('sha256', settings.secret).update(`${seconds}.`).update(body).digest('hex')
      let response: Response
      try {
        response = await fetch(settings.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-leadline-signature': `t=${seconds},v1=${digest}`,
            'idempotency-key': call.callRequestId,
          },
          body,
          // A redirect would carry personal data to an address nobody configured.
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
      } catch (error) {
        const { kind, why } = whyNoAnswer(error)
        throw notTaken(why, { kind })
      }
      // The status has said all; an answer that breaks off after it must not have the call asked for once more.
      await response.body?.cancel().catch(() => {})
      if (!response.ok)
        throw answerToError(
          response.status,
          readRetryAfter(response.headers.get('retry-after'), settings.clock.now()),
        )
    },
  }
}

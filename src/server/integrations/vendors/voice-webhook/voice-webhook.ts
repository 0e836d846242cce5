import { createHmac } from 'node:crypto'
import { VendorError, type VendorErrorKind } from '#server/integrations/vendor-error.ts'
import type { VoiceAgent } from '#server/integrations/voice-agent.ts'
import type { Clock } from '#server/platform/clock.ts'

const VENDOR = 'The voice agent'
const TIMEOUT_MS = 10_000

/**
 * A voice agent, or a broker of one, behind an address of the owner's. Each call is asked for with a JSON post, signed
 * like what comes back: `X-Leadline-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`.
 */
export function createVoiceWebhook(settings: { url: string; secret: string; clock: Clock }): VoiceAgent {
  const failed = (why: string, kind: VendorErrorKind, status?: number) =>
    new VendorError(`${VENDOR} did not take the call: ${why}.`, { vendor: VENDOR, kind, status })
  return {
    async requestCall(call) {
      const { email, timezone, requestedAt, ...rest } = call
      const body = JSON.stringify({
        ...rest,
        ...(email && { email }),
        ...(timezone && { timezone }),
        requestedAt: requestedAt.toISOString(),
      })
      const seconds = Math.floor(settings.clock.now().getTime() / 1000)
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
        await response.body?.cancel()
      } catch (error) {
        const isLate = error instanceof Error && error.name === 'TimeoutError'
        throw failed(isLate ? 'no answer in time' : 'the connection failed', 'unreachable')
      }
      const { status } = response
      if (!response.ok) throw failed(`it answered with status ${status}`, kindOf(status), status)
    },
  }
}

function kindOf(status: number): VendorErrorKind {
  if (status === 429) return 'rate-limited'
  if ([401, 403, 404].includes(status)) return 'credentials'
  return status >= 400 && status < 500 && ![408, 409, 425].includes(status) ? 'refused' : 'unreachable'
}

import { z } from 'zod'
import type { Ads } from '#server/integrations/ads.ts'
import { answerText } from '#server/integrations/answer-text.ts'
import { VendorError, type VendorErrorKind } from '#server/integrations/vendor-error.ts'
import { EndlessAnswer, whyNoAnswer } from '#server/integrations/why-no-answer.ts'
import { answerToError } from './answer-to-error.ts'
import { serverEvent } from './server-event.ts'
import { type MetaSettings, VENDOR } from './settings.ts'

const Received = z.object({ events_received: z.number() })

/** Meta's Conversions API as an advert account: one request for a batch, which is taken as a whole or not at all. */
export function createMeta(settings: MetaSettings): Ads {
  const { token, testEventCode, timeoutMs = 10_000, now = () => new Date() } = settings
  const base = settings.baseUrl.replace(/\/+$/, '')
  const notTaken = (kind: VendorErrorKind, why: string, status?: number) =>
    new VendorError(`${VENDOR} could not take the events: ${why}.`, { vendor: VENDOR, kind, status })

  return {
    async sendEvents(pixelId, events) {
      const at = now()
      const data = events.map((event) => serverEvent(event, at))
      let response: Response
      let text: string
      try {
        response = await fetch(`${base}/${encodeURIComponent(pixelId)}/events`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          // The token travels in the body: addresses end up in logs.
          body: JSON.stringify({
            data,
            access_token: token,
            ...(testEventCode && { test_event_code: testEventCode }),
          }),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        text = await answerText(response)
      } catch (error) {
        const { kind, why } = whyNoAnswer(error)
        const isTold =
          error instanceof EndlessAnswer || (error instanceof Error && error.name === 'TimeoutError')
        throw notTaken(kind, isTold ? why : 'the connection failed')
      }
      const body = parsed(text)
      if (!response.ok) throw answerToError({ status: response.status, body, token })
      const received = Received.safeParse(body).data?.events_received
      // Sent again, an event that did arrive is known by its id.
      if (received === undefined)
        throw notTaken('vendor-fault', 'its answer could not be read', response.status)
      if (received !== data.length)
        throw notTaken('vendor-fault', `it took ${received} of ${data.length}`, response.status)
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

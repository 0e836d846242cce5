import { createHmac } from 'node:crypto'
import { whyNotOutside } from '#server/integrations/post-outside.ts'
import { readRetryAfter } from '#server/integrations/retry-after.ts'
import { NoAnswer, type Outside, sendOutside } from '#server/integrations/send-outside.ts'
import type { VoiceAgent } from '#server/integrations/voice-agent.ts'
import { whyNoAnswer } from '#server/integrations/why-no-answer.ts'
import type { Clock } from '#server/platform/clock.ts'
import { answerToError, notTaken } from './answer-to-error.ts'

const TIMEOUT_MS = 10_000

type Settings = {
  url: string
  secret: string
  clock: Clock
  /** Where the address may lead; without it anywhere, as an engineer's does. */
  outside?: Outside
}

type Answer = { status: number; retryAfter: string | null | undefined }

/**
 * A voice agent, or a broker of one, behind an address of the owner's. Each call is asked for with a JSON post, signed
 * like what comes back: `X-Leadline-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. Any status of
 * success means that the call was taken, whatever the answer says beyond it.
 */
export function createVoiceWebhook(settings: Settings): VoiceAgent {
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
      const headers = {
        'content-type': 'application/json',
        'x-leadline-signature': `t=${seconds},v1=${digest}`,
        'idempotency-key': call.callRequestId,
      }
      const { status, retryAfter } = settings.outside
        ? await postTyped(settings.url, { body, headers }, settings.outside)
        : await postConfigured(settings.url, { body, headers })
      if (status < 200 || status > 299)
        throw answerToError(status, readRetryAfter(retryAfter, settings.clock.now()))
    },
  }
}

type Post = { body: string; headers: Record<string, string> }

async function postConfigured(url: string, { body, headers }: Post): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers,
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
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

async function postTyped(url: string, post: Post, outside: Outside): Promise<Answer> {
  if (whyNotOutside(url, outside))
    throw notTaken('its address leads into a private network', { kind: 'wrong-address' })
  return sendOutside(url, { ...post, readUpTo: 0 }, outside).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error
    const kinds = {
      'name-nowhere': 'unreachable',
      'name-private': 'wrong-address',
      failed: 'unreachable',
      nonsense: 'vendor-fault',
    } as const
    throw notTaken(error.message, { kind: kinds[error.what] })
  })
}

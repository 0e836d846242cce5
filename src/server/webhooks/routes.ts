import type { FastifyInstance } from 'fastify'
import { type WebhookVendor, type WhyRefused, webhooksApi, webhookVendors } from '#contract/webhooks.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { answerError } from '#server/platform/http/answer-errors.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { receiveDelivery, replayDelivery } from './receive-delivery.ts'
import { listDeliveries, noteRefusal } from './store.ts'
import { readTestDelivery, testAnswer } from './test-delivery.ts'
import { whyRefused } from './verify-signature.ts'

/** What the vendors' calls need. */
export type WebhookParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  newId: NewId
  clock: Clock
  ownerGate: OwnerGate
  live: Pick<Live, 'changed'>
  /** The secret that a vendor shares with us now; undefined while it is not connected. */
  secretOf(vendor: WebhookVendor): string | undefined
  /** Whether there is a secret that cannot be read until the owner enters it again. */
  isSecretLost(vendor: WebhookVendor): boolean
}

// A long application, or a booking with its form, is far more than the few fields of any other call.
const BODY_LIMIT = 1024 * 1024
const SECOND_MS = 1000
const LATER_SECONDS = 120
const names: Record<WebhookVendor, string> = {
  cal: 'calendar',
  typeform: 'application form',
  stripe: 'checkout',
  voice: 'voice agent',
}

/**
 * Where vendors deliver, and the owner's look at it. A call is checked by its signature over the exact bytes, stored,
 * and answered; a job works it off. Without a vendor's secret nothing is taken from it. What the owner sends here to
 * test the way is answered and leaves no trace.
 */
export async function webhookRoutes(app: FastifyInstance, parts: WebhookParts): Promise<void> {
  const noted = new Map<WebhookVendor, number>()
  // A scope of its own: only here does a body stay the bytes that were signed, whatever its type is called.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error, request, reply) =>
      answerError(
        isTooLarge(error) ? new Refusal('too-large', 'A delivery may have at most 1 MiB.') : error,
        request,
        reply,
      ),
    )
    for (const vendor of webhookVendors)
      scope.post(
        `/api/webhooks/${vendor}`,
        { bodyLimit: BODY_LIMIT, config: { summary: `Where the ${names[vendor]} delivers; signed.` } },
        async (request, reply) => {
          const secret = parts.secretOf(vendor)
          if (!secret) throw noSecret(vendor, parts.isSecretLost(vendor))
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const now = parts.clock.now()
          const why = whyRefused(vendor, { headers: request.headers, body }, secret, now)
          if (why) throw await refused(parts, noted, { vendor, why }, now)
          const testId = readTestDelivery(body)
          if (testId) return reply.type('application/json; charset=utf-8').send(testAnswer(testId))
          await withinDeadline(ANSWER_WITHIN_MS, receiveDelivery(parts, vendor, body, now))
          parts.live.changed('connections')
          return reply.type('application/json; charset=utf-8').send('{"received":true}')
        },
      )
  })
  serve(app, webhooksApi, parts.ownerGate, {
    'GET /api/webhooks/deliveries': async (query, { reply }) => {
      const { rows, total } = await listDeliveries(parts.database, query)
      reply.header('X-Total-Count', String(total))
      return rows
    },
    'POST /api/webhooks/deliveries/:id/replay': async ({ id }) => {
      await replayDelivery(parts, id, parts.clock.now())
      return { success: true }
    },
  })
}

/** Where the secret is lost, what comes is wanted all the same: a vendor that hears of nobody here may stop for good. */
const noSecret = (vendor: WebhookVendor, isLost: boolean): Refusal =>
  isLost
    ? new Refusal('busy', `The secret of the ${names[vendor]} has to be entered again here.`, {
        retryAfterSeconds: LATER_SECONDS,
      })
    : new Refusal('not-found', `No ${names[vendor]} is connected here.`)

/** A call whose signature does not fit is counted for the owner to see: most often the secret differs. */
async function refused(
  parts: WebhookParts,
  noted: Map<WebhookVendor, number>,
  { vendor, why }: { vendor: WebhookVendor; why: WhyRefused },
  at: Date,
): Promise<Refusal> {
  const refusal = new Refusal('forbidden', 'The signature does not match.')
  // Anybody can send such calls, by the thousand; a look a second is enough to see that they come.
  if (at.getTime() - (noted.get(vendor) ?? 0) < SECOND_MS) return refusal
  noted.set(vendor, at.getTime())
  await withinDeadline(ANSWER_WITHIN_MS, noteRefusal(parts.database, vendor, why, at))
  parts.live.changed('connections')
  return refusal
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413

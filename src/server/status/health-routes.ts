import type { FastifyInstance } from 'fastify'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { isLockTimeout } from '#server/platform/month-partitions.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isRefused, isUnavailable } from '#server/platform/unavailable.ts'
import { FULL_RETRY_SECONDS } from './refuse-when-full.ts'

const RETRY_SECONDS = 2

const sentences = {
  'disk-full': 'the disk is full.',
  'database-full': 'the database’s disk is full.',
  'database-read-only': 'the database takes no writes.',
  'database-slow': 'the database does not answer in time.',
  'database-refuses': 'the database does not let this user in any more.',
  'database-down': 'the database does not answer.',
}

type NotReady = keyof typeof sentences

/**
 * `/healthz`: this process is alive. `/readyz`: its database took a row within two seconds, and no disk is full; else 503
 * with a short code that says why (docs/spec.md, 'Running it').
 */
export function healthRoutes(
  app: FastifyInstance,
  parts: { beat(): Promise<void>; isDiskFull(): boolean },
): void {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async () => {
    const code = parts.isDiskFull() ? 'disk-full' : await whyNotWritten(parts.beat())
    if (code === null) return { status: 'ready' }
    throw new Refusal('busy', `Not ready (${code}): ${sentences[code]}`, {
      retryAfterSeconds: code === 'disk-full' ? FULL_RETRY_SECONDS : RETRY_SECONDS,
    })
  })
}

async function whyNotWritten(written: Promise<void>): Promise<NotReady | null> {
  try {
    await withinDeadline(ANSWER_WITHIN_MS, written)
    return null
  } catch (error) {
    if (error instanceof Refusal || isLockTimeout(error)) return 'database-slow'
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === '53100') return 'database-full'
    if (code === '25006') return 'database-read-only'
    if (isRefused(error)) return 'database-refuses'
    if (isUnavailable(error)) return 'database-down'
    throw error
  }
}

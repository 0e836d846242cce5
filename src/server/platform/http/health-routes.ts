import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { isUnavailable } from '#server/platform/database.ts'
import { withinDeadline } from '#server/platform/deadline.ts'
import { Refusal } from '#server/platform/refusal.ts'

// As long as any answer may take.
const WITHIN_MS = 1800

/**
 * `/healthz`: this process is alive. `/readyz`: it is migrated and its database answers (docs/spec.md, 'Running it').
 */
export function healthRoutes(app: FastifyInstance, pool: Pool): void {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async () => {
    try {
      await withinDeadline(WITHIN_MS, pool.query('select 1'))
      return { status: 'ready' }
    } catch (error) {
      if (isUnavailable(error))
        throw new Refusal('busy', 'The database does not answer.', { retryAfterSeconds: 2 })
      throw error
    }
  })
}

import type { FastifyInstance } from 'fastify'
import { type Retention, retentionApi } from '#contract/retention.ts'
import { lastProvedRow, nightsAround } from '#server/backup/store.ts'
import { readKeptFrom } from '#server/counting/sealed.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { RetentionParts } from './keep-to-time.ts'
import { findPastTime } from './past-time.ts'
import { changeKeptMonths, readKeptMonths, readRetentionState } from './retention-store.ts'

/** The owner's calls about how long data is kept. */
export function retentionRoutes(
  app: FastifyInstance,
  parts: { ownerGate: OwnerGate; retention: RetentionParts },
): void {
  const { retention } = parts
  const { database, clock } = retention
  serve(app, retentionApi, parts.ownerGate, {
    'GET /api/retention': () => readRetention(retention),
    'GET /api/retention/preview': ({ views }) =>
      findPastTime(database, views, clock.now(), retention.timezone()),
    'PUT /api/retention': async (change) => {
      await changeKeptMonths(database, change, clock.now())
      retention.live.changed('settings')
      return readRetention(retention)
    },
  })
}

/** For how many months page views are kept, when some go next, and which. */
export async function readNext({
  database,
  clock,
  timezone,
}: Pick<RetentionParts, 'database' | 'clock' | 'timezone'>): Promise<{
  months: number | null
  next: Retention['next']
}> {
  const now = clock.now()
  const { views: months } = await readKeptMonths(database)
  const { doneAt } = await readRetentionState(database)
  const { last, next } = await nightsAround(database, now, timezone())
  // What could not be done last night is tried again all day.
  const at = doneAt && doneAt >= last ? next : now
  return { months, next: { ...(await findPastTime(database, months, at, timezone())), at: at.toISOString() } }
}

async function readRetention(parts: RetentionParts): Promise<Retention> {
  const { database, clock, timezone, backups } = parts
  const { doneAt, problem } = await readRetentionState(database)
  const proved = await lastProvedRow(database, clock.now())
  return {
    months: await readKeptMonths(database),
    keptFrom: await readKeptFrom(database, timezone()),
    next: (await readNext(parts)).next,
    doneAt: doneAt?.toISOString() ?? null,
    problem,
    backup: { isMade: backups.areMade(), lastAt: proved?.started_at.toISOString() ?? null },
  }
}

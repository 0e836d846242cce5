import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Limit, StoredKey } from './rate-limit.ts'
import { Refusal } from './refusal.ts'

/** A limit for calls too many to count one by one in the database. */
export type FloodLimit = {
  /** Counts a call; throws `too-many` once the key is known to be over its limit in this window. */
  hit(key: string): void
  start(): void
  stop(): Promise<void>
}

const FLUSH_MS = 1000

/**
 * Counts calls in memory and adds them up across processes once a second, so the limit holds for all processes
 * together with a second's delay and costs one statement a second.
 */
export function createFloodLimit(
  database: Database,
  clock: Clock,
  limit: Limit,
  stored: StoredKey,
  onProblem: (error: unknown) => void,
): FloodLimit {
  let counted = new Map<string, number>()
  const over = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let flushing = Promise.resolve()

  async function flush(): Promise<void> {
    const now = clock.now().getTime()
    for (const [key, until] of over) if (until <= now) over.delete(key)
    if (counted.size === 0) return
    // Hashed here and not at each hit: once a second for each address instead of once a call.
    const keys = new Map([...counted.keys()].map((key) => [stored(key), key]))
    const added = [...keys].sort().map(([key, plain]) => ({ key, hits: counted.get(plain) ?? 0 }))
    counted = new Map()
    const start = Math.floor(now / (limit.seconds * 1000)) * limit.seconds * 1000
    const end = start + limit.seconds * 1000
    const { rows } = await sql<{ key: string }>`
      with added as (
        insert into rate_limits (key, window_start, window_end, hits)
        select key, ${new Date(start)}, ${new Date(end)}, hits
        from json_to_recordset(${JSON.stringify(added)}::json) as added (key text, hits integer)
        on conflict (key, window_start) do update set hits = rate_limits.hits + excluded.hits
        returning key, hits
      )
      select key from added where hits > ${limit.max}`.execute(database)
    for (const { key } of rows) over.set(keys.get(key) ?? key, end)
  }

  return {
    hit(key) {
      const until = over.get(key)
      const waitMs = until === undefined ? 0 : until - clock.now().getTime()
      if (waitMs > 0)
        throw new Refusal('too-many', 'Too many attempts. Please wait a moment and try again.', {
          retryAfterSeconds: Math.ceil(waitMs / 1000),
        })
      counted.set(key, (counted.get(key) ?? 0) + 1)
    },
    start() {
      timer = setInterval(() => {
        flushing = flush().catch(onProblem)
      }, FLUSH_MS)
    },
    async stop() {
      clearInterval(timer)
      await flushing
    },
  }
}

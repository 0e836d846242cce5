import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { notFailing, type Standing } from './standing.ts'

type Row = Pick<Standing, 'failingSince' | 'kind' | 'reason' | 'lastSuccessAt' | 'waiting' | 'parked'>

/** How the advert account stands, from its own ledger. */
export async function readMetaStanding(database: Queryable, isConnected: boolean): Promise<Standing> {
  const { rows } = await sql<Row>`
    select failing_since as "failingSince", kind, reason, last_sent_at as "lastSuccessAt",
      (select count(*) from ad_events where state = 'waiting')::integer as waiting,
      (select count(*) from ad_events where state = 'parked')::integer as parked
    from ad_connection where id = 1`.execute(database)
  const row = rows[0] ?? { ...notFailing, lastSuccessAt: null, waiting: 0, parked: 0 }
  return { vendor: 'meta', isConnected, ...row, ...(isConnected ? {} : notFailing) }
}

import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { Connected, Standing } from './standing.ts'

type Row = Pick<Standing, 'failingSince' | 'kind' | 'reason' | 'lastSuccessAt' | 'waiting' | 'parked'> & {
  vendor: 'email' | 'webhook'
}

/** How the ways stand by which the owner is told something at once. */
export async function readAlertStandings(database: Queryable, connected: Connected): Promise<Standing[]> {
  const { rows } = await sql<Row & { has_address: boolean }>`
    select channels.vendor,
      exists (select from alert_settings where channels.vendor = 'email' or webhook_url <> '') as has_address, success.at as "lastSuccessAt", open.*
    from (values ('email'), ('webhook')) channels (vendor)
    left join lateral (
      select settled_at as at from alerts where channel = channels.vendor and state = 'sent'
      order by settled_at desc limit 1
    ) success on true
    cross join lateral (
      select (count(*) filter (where state = 'waiting'))::integer as waiting,
        (count(*) filter (where state = 'parked'))::integer as parked,
        min(failing_since) filter (where state = 'waiting' and (success.at is null or failing_since > success.at))
          as "failingSince",
        (array_agg(failure_kind order by failing_since desc)
          filter (where state = 'waiting' and failing_since is not null))[1] as kind,
        (array_agg(reason order by failing_since desc)
          filter (where state = 'waiting' and failing_since is not null))[1] as reason
      from alerts where channel = channels.vendor and state in ('waiting', 'parked')
    ) open`.execute(database)
  return rows.map(({ has_address, ...row }) => ({
    ...row,
    isConnected: connected[row.vendor] && (row.vendor === 'email' || has_address),
  }))
}

import { sql } from 'kysely'
import { type Trouble, vendors } from '#contract/connections.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readCallStanding, withCalls } from './read-call-standing.ts'
import { readCrmStanding } from './read-crm-standing.ts'
import { readMetaStanding } from './read-meta-standing.ts'
import { readWebhookStandings } from './read-webhook-standings.ts'
import type { Connected, Standing } from './standing.ts'

type Row = Pick<Standing, 'failingSince' | 'kind' | 'reason' | 'lastSuccessAt' | 'waiting' | 'parked'> & {
  vendor: 'email' | 'webhook'
}

/** How the ways stand by which the owner is told something at once. */
async function readAlertStandings(database: Queryable, connected: Connected): Promise<Standing[]> {
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

const FIVE_MINUTES_MS = 300_000

/** How every vendor stands, in the order in which they are shown. */
export async function readStandings(
  database: Queryable,
  connected: Connected,
  now: Date,
): Promise<Standing[]> {
  const calls = await readCallStanding(database, now)
  const all = [
    await readCrmStanding(database, connected.crm),
    ...(await readWebhookStandings(database, connected)).map((one) =>
      one.vendor === 'voice' ? withCalls(one, calls, connected.calls) : one,
    ),
    await readMetaStanding(database, connected.meta),
    ...(await readAlertStandings(database, connected)),
  ]
  return vendors.flatMap((vendor) => all.filter((one) => one.vendor === vendor))
}

/** The vendors among them that have been failing for longer than a hiccup. */
export function troubles(standings: Standing[], now: Date): Trouble[] {
  return standings.flatMap(({ vendor, isConnected, failingSince, kind, reason, waiting }) =>
    isConnected && failingSince && now.getTime() - failingSince.getTime() > FIVE_MINUTES_MS
      ? [{ vendor, since: failingSince.toISOString(), kind, reason, waiting }]
      : [],
  )
}

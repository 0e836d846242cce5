import { type Trouble, vendors } from '#contract/connections.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readAlertStandings } from './read-alert-standings.ts'
import { readCallStanding, withCalls } from './read-call-standing.ts'
import { readCrmStanding } from './read-crm-standing.ts'
import { readMetaStanding } from './read-meta-standing.ts'
import { readWebhookStandings } from './read-webhook-standings.ts'
import type { Connected, Standing } from './standing.ts'

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

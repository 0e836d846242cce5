import { type Trouble, vendors } from '#contract/connections.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readAlertStandings } from './read-alert-standings.ts'
import { readCrmStanding } from './read-crm-standing.ts'
import { readMetaStanding } from './read-meta-standing.ts'
import { readWebhookStandings } from './read-webhook-standings.ts'
import type { Connected, Standing } from './standing.ts'

const FIVE_MINUTES_MS = 300_000

/** How every vendor stands, in the order in which they are shown. */
export async function readStandings(database: Queryable, connected: Connected): Promise<Standing[]> {
  const all = [
    await readCrmStanding(database, connected.crm),
    ...(await readWebhookStandings(database, connected)),
    await readMetaStanding(database, connected.meta),
    ...(await readAlertStandings(database, connected)),
  ]
  return vendors.flatMap((vendor) => all.filter((one) => one.vendor === vendor))
}

/** The vendors among them that have been failing for longer than a hiccup. */
export function troubles(standings: Standing[], now: Date): Trouble[] {
  return standings.flatMap(({ vendor, isConnected, failingSince, reason, waiting }) =>
    isConnected && failingSince && now.getTime() - failingSince.getTime() > FIVE_MINUTES_MS
      ? [{ vendor, since: failingSince.toISOString(), reason, waiting }]
      : [],
  )
}

import { sql } from 'kysely'
import { type WebhookVendor, webhookVendors } from '#contract/webhooks.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Connected, Standing } from './standing.ts'

type Row = Pick<Standing, 'failingSince' | 'kind' | 'reason' | 'lastSuccessAt' | 'waiting' | 'parked'> & {
  vendor: WebhookVendor
}

/** How the vendors stand that deliver to us: what came through, what waits here, what could not be used. */
export async function readWebhookStandings(database: Queryable, connected: Connected): Promise<Standing[]> {
  const { rows } = await sql<Row>`
    select vendor, open.*, (
        select received_at from webhook_deliveries done where done.vendor = vendors.vendor and state = 'done'
        order by received_at desc, id desc limit 1) as "lastSuccessAt"
    from unnest(${[...webhookVendors]}::text[]) vendors (vendor) cross join lateral (
      select (count(*) filter (where state = 'waiting'))::integer as waiting,
        (count(*) filter (where state = 'parked'))::integer as parked,
        min(received_at) filter (where state = 'waiting' and reason is not null) as "failingSince",
        min(failure_kind) filter (where state = 'waiting') as kind,
        min(reason) filter (where state = 'waiting') as reason
      from webhook_deliveries where webhook_deliveries.vendor = vendors.vendor and state <> 'done'
    ) open`.execute(database)
  return rows.map((row) => ({ ...row, isConnected: connected[row.vendor] }))
}

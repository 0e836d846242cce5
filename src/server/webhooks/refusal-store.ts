import { sql } from 'kysely'
import type { WebhookVendor } from '#contract/webhooks.ts'
import type { Queryable } from '#server/platform/database.ts'

/** Notes that a call's signature did not fit; anybody can send such a call, so only their number is kept. */
export async function noteRefusal(database: Queryable, vendor: WebhookVendor, at: Date): Promise<void> {
  await sql`insert into webhook_refusals (vendor, first_at, last_at, number) values (${vendor}, ${at}, ${at}, 1)
    on conflict (vendor) do update set last_at = excluded.last_at,
      number = least(webhook_refusals.number + 1, 1000000)`.execute(database)
}

/** Calls whose signature did not fit, since the last delivery that came through. */
export async function readRefusals(
  database: Queryable,
): Promise<Map<string, { number: number; lastAt: string }>> {
  const { rows } = await sql<{ vendor: string; number: number; last_at: Date }>`
    select vendor, number, last_at from webhook_refusals refused
    where not exists (select from webhook_deliveries one
      where one.vendor = refused.vendor and one.received_at >= refused.last_at)`.execute(database)
  return new Map(
    rows.map(({ vendor, number, last_at }) => [vendor, { number, lastAt: last_at.toISOString() }]),
  )
}

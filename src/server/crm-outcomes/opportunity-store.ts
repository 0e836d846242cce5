import { sql } from 'kysely'
import { latestNoted } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database.ts'

/** An opportunity as it is kept, with the names of its pipeline and stage. */
export type OpportunityRow = {
  id: string
  contactId: string
  pipeline: string | null
  stage: string | null
  status: string
  value: number | null
  changedAt: Date | null
}

/** Stores what the CRM tells of opportunities. */
export async function saveOpportunities(
  database: Queryable,
  opportunities: readonly OpportunityRow[],
  { locationKey, at }: { locationKey: string; at: Date },
): Promise<void> {
  if (opportunities.length === 0) return
  await sql`
    insert into crm_opportunities (id, location_key, contact_id, pipeline, stage, status, value, changed_at, seen_at)
    select distinct on (id) id, ${locationKey}, "contactId", pipeline, stage, status, value, "changedAt", ${at}
    from jsonb_to_recordset(${JSON.stringify(opportunities)}::jsonb) as told (id text, "contactId" text, pipeline text,
      stage text, status text, value numeric, "changedAt" timestamptz) order by id, "changedAt" desc nulls last
    on conflict (id) do update set location_key = excluded.location_key, contact_id = excluded.contact_id,
      pipeline = excluded.pipeline, stage = excluded.stage, status = excluded.status, value = excluded.value,
      changed_at = excluded.changed_at, seen_at = excluded.seen_at`.execute(database)
}

/** Forgets opportunities that reading all of them from `since` until `now` did not find. */
export async function forgetUnseenOpportunities(database: Queryable, since: Date, now: Date): Promise<void> {
  await sql`delete from crm_opportunities where seen_at < ${since} or seen_at > ${latestNoted(now)}`.execute(
    database,
  )
}

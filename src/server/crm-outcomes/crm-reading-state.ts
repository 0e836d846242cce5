import { sql } from 'kysely'
import type { CrmHalf, CrmReading } from '#contract/crm-reading.ts'
import type { Queryable } from '#server/platform/database.ts'
import { progressOfCalls } from './calls-plan.ts'
import { progressOfOpportunities } from './read-opportunities.ts'
import { type ReadingRow, readHalves } from './reading-store.ts'

/** How reading each half of the CRM stands, for the owner. */
export async function readCrmReading(database: Queryable, now: Date): Promise<CrmReading[]> {
  const { rows } = await sql<{ half: CrmHalf; known: number; ofLeads: number }>`
    select 'calls' as half, count(*)::integer as known, count(booking_id)::integer as "ofLeads"
      from crm_appointments where gone_at is null
    union all
    select 'opportunities', count(*)::integer, (count(*) filter (where exists (
      select from leads where crm_contact_id = contact_id and erased_at is null)))::integer from crm_opportunities`.execute(
    database,
  )
  return (await readHalves(database)).map((row) => {
    const counted = rows.find(({ half }) => half === row.half)
    return stateOf(row, { known: counted?.known ?? 0, ofLeads: counted?.ofLeads ?? 0 }, now)
  })
}

function stateOf(row: ReadingRow, counted: { known: number; ofLeads: number }, now: Date): CrmReading {
  const isResting = row.paused_until !== null && row.paused_until > now && row.failing_since === null
  const isWhole = row.half === 'opportunities' || row.planned_at?.getTime() === row.whole_at?.getTime()
  const progress = row.half === 'calls' ? progressOfCalls(row.plan) : progressOfOpportunities(row.plan)
  return {
    ...{ half: row.half, isOn: row.is_on, lastReadAt: row.last_read_at?.toISOString() ?? null },
    progress: row.is_on && isWhole ? progress : null,
    lacksScope: row.is_on && row.lacks_scope,
    failingSince: row.is_on ? (row.failing_since?.toISOString() ?? null) : null,
    reason: row.is_on && row.failing_since ? row.reason : null,
    pausedUntil: row.is_on && isResting ? (row.paused_until?.toISOString() ?? null) : null,
    ...counted,
    notRead: row.not_read,
    notReadReason: row.not_read_reason,
  }
}

/**
 * What of reading is trouble with the CRM, the longest first. A scope that the token never had is none: each is the
 * owner's choice.
 */
export async function troubleOfReading(
  database: Queryable,
): Promise<Pick<ReadingRow, 'failing_since' | 'kind' | 'reason'> | undefined> {
  return (await readHalves(database))
    .filter(
      (row) => row.is_on && row.failing_since !== null && !(row.lacks_scope && row.last_read_at === null),
    )
    .toSorted((one, next) => (one.failing_since?.getTime() ?? 0) - (next.failing_since?.getTime() ?? 0))[0]
}

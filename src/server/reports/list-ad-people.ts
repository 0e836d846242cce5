import { type RawBuilder, sql } from 'kysely'
import type { AdStep } from '#contract/ad-levels.ts'
import type { AdPeopleQuery, AdPerson } from '#contract/ad-results.ts'
import type { Attribution } from '#contract/attribution.ts'
import { type Range, resolveRange } from '#server/counting/resolve-range.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import type { Database } from '#server/platform/database.ts'
import { callOutcomes, cashOfPeople, creditedTouch, isCapturedIn } from './ad-counts.ts'
import type { Identity } from './ad-identity.ts'
import { creditOf, type Origin, reasonOf, touchesOf } from './credited-ad.ts'
import { identifyAll } from './identity-in-memory.ts'
import { asLeads, type LeadRow, leadColumns } from './lead-row.ts'
import { afterCursor, type Page, pageOf, readCursor } from './list-page.ts'
import { originOfLead } from './origin-of-lead.ts'
import { isLeadFound } from './searched-leads.ts'

type Found = { lead_id: string; touch: number; at: Date; ordered_at: Date; total: number }
type Query = Omit<AdPeopleQuery, 'limit' | 'cursor'> & { limit: number; cursor?: string | undefined }

// When what is asked for happened, from counted_ad_people, callOutcomes and clients.
const moments: Record<Exclude<AdStep, 'lead'>, RawBuilder<unknown>> = {
  'saw-pitch': sql`people.saw_pitch_at`,
  applied: sql`people.applied_at`,
  booked: sql`people.booked_at`,
  held: sql`outcome.held_at`,
  'no-show': sql`outcome.no_show_at`,
  client: sql`client.paid_at`,
}

/** When a lead was captured last in a range. */
const lastCaptureIn = ({ start, end }: Range): RawBuilder<unknown> => sql`(
  case when people.last_at >= ${start} and people.last_at < ${end} then people.last_at else (
    select max(at) from unnest(people.first_at || people.between_at) at where at >= ${start} and at < ${end}) end)`

/** The people behind a figure of the table of ads, newest first, each with why this ad is theirs. */
export async function listAdPeople(database: Database, query: Query, now: Date): Promise<Page<AdPerson>> {
  await rollUpForReader(database)
  const range = resolveRange(query, now)
  const identity = await identifyAll(database)
  const touches = touchesOf(query.key, identity)
  const moment = query.step === 'lead' ? lastCaptureIn(range) : moments[query.step]
  const isIn =
    query.cohort === 'lead' || query.step === 'lead'
      ? sql`${isCapturedIn(range)} and ${moment} is not null`
      : sql`${moment} >= ${range.start} and ${moment} < ${range.end}`
  const cursor = readCursor(query.cursor)
  const { rows } = await sql<Found>`
    with outcome as materialized (${query.step === 'held' || query.step === 'no-show' ? callOutcomes : sql`select null::uuid as lead_id, null::timestamptz as held_at, null::timestamptz as no_show_at where false`}),
    client as materialized (${query.step === 'client' ? sql`select lead_id, min(paid_at) as paid_at from (${cashOfPeople(range)}) money where cash > 0 group by 1` : sql`select null::uuid as lead_id, null::timestamptz as paid_at where false`}),
    found as materialized (
      select people.lead_id, ${creditedTouch(query.credit)} as touch, ${moment} as at
      from counted_ad_people people left join outcome using (lead_id) left join client using (lead_id)
      where ${isIn} ${touches === null ? sql`` : sql`and ${creditedTouch(query.credit)} = any(${touches}::integer[])`}
        ${query.q === '' ? sql`` : sql`and exists (select from leads lead where lead.id = people.lead_id and ${isLeadFound(query.q, 'lead', { withPage: false })})`}
    )
    select lead_id, touch, at, at as ordered_at, (select count(*) from found) as total
    from found where true ${afterCursor(cursor, sql`at`, sql`lead_id`)}
    order by at desc, lead_id desc limit ${query.limit + 1}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.ordered_at, id: row.lead_id }))
  return {
    ...page,
    total: rows[0]?.total ?? 0,
    rows: await asPeople(database, page.rows, query, range, identity),
  }
}

type Evidence = Origin & { id: string; firstTouch: Attribution; lastTouch: Attribution }

async function asPeople(
  database: Database,
  found: Found[],
  query: Query,
  range: Range,
  identity: Identity,
): Promise<AdPerson[]> {
  if (found.length === 0) return []
  const ids = found.map(({ lead_id }) => lead_id)
  const { rows: leads } = await sql<LeadRow>`
    select ${leadColumns} from leads lead left join visitors visitor on visitor.id = lead.visitor_id
    where lead.id = any(${ids}::uuid[])`.execute(database)
  const byId = new Map((await asLeads(database, leads)).map((lead) => [lead.id, lead]))
  const { rows: evidence } = await sql<Evidence>`
    select lead.id, lead.first_touch as "firstTouch", origin.*
    from leads lead cross join lateral (${originOfLead}) origin
    where lead.id = any(${ids}::uuid[])`.execute(database)
  const evidenceById = new Map(evidence.map((row) => [row.id, row]))
  // What the ad's row adds up: all that a lead of the range has paid until now, or what was paid in the range.
  const ofRow = sql.ref(query.cohort === 'lead' ? 'money.cash' : 'money.cash_in')
  const { rows: cash } = await sql<{ lead_id: string; currency: string; cash: number }>`
    select lead_id, currency, ${ofRow} as cash from (${cashOfPeople(range)}) money where lead_id = any(${ids}::uuid[])
      and ${ofRow} <> 0 order by currency`.execute(database)
  const cashById = Map.groupBy(cash, ({ lead_id }) => lead_id)
  return found.flatMap(({ lead_id, touch, at }): AdPerson[] => {
    const [lead, told] = [byId.get(lead_id), evidenceById.get(lead_id)]
    if (!lead || !told) return []
    const attribution = query.credit === 'first' ? told.firstTouch : told.lastTouch
    return [
      {
        ...lead,
        credited: creditOf(touch, attribution, identity, reasonOf(told)),
        at: at.toISOString(),
        netCash: (cashById.get(lead_id) ?? []).map(({ currency, cash: amount }) => ({ currency, amount })),
      },
    ]
  })
}

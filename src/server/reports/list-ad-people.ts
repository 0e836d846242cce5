import { type RawBuilder, sql } from 'kysely'
import { type AdStep, adLevels, UNATTRIBUTED, type UnattributedReason } from '#contract/ad-levels.ts'
import type { AdPeopleQuery, AdPerson } from '#contract/ad-results.ts'
import type { Attribution } from '#contract/attribution.ts'
import { touchKeys } from '#server/counting/ad-touches.ts'
import { type Range, resolveRange } from '#server/counting/resolve-range.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import type { Database } from '#server/platform/database.ts'
import { callOutcomes, cashOfPeople, creditedTouch, isCapturedIn } from './ad-counts.ts'
import type { AdKeys, Identity } from './ad-identity.ts'
import { asLeads, type LeadRow, leadColumns } from './lead-row.ts'
import { afterCursor, containsText, type Page, pageOf, readCursor } from './list-page.ts'
import { identifyAll } from './read-ads.ts'

type Found = { lead_id: string; touch: number; at: Date; ordered_at: Date; total: number }
type Query = Omit<AdPeopleQuery, 'limit' | 'cursor'> & { limit: number; cursor?: string | undefined }

// When what is asked for happened, from counted_ad_people, callOutcomes and clients.
const moments: Record<AdStep, RawBuilder<unknown>> = {
  lead: sql`people.last_at`,
  'saw-pitch': sql`people.saw_pitch_at`,
  applied: sql`people.applied_at`,
  booked: sql`people.booked_at`,
  held: sql`outcome.held_at`,
  'no-show': sql`outcome.no_show_at`,
  client: sql`client.paid_at`,
}

/** The people behind a figure of the table of ads, newest first, each with why this ad is theirs. */
export async function listAdPeople(database: Database, query: Query, now: Date): Promise<Page<AdPerson>> {
  await rollUpForReader(database)
  const range = resolveRange(query, now)
  const { identity, keysOfTouch } = await identifyAll(database, range)
  const touches = touchesOf(query.key, identity, keysOfTouch)
  const moment = moments[query.step]
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
        ${query.q === '' ? sql`` : sql`and exists (select from leads lead where lead.id = people.lead_id ${containsText(query.q, [sql`lead.name`, sql`lead.email`, sql`lead.phone`])})`}
    )
    select lead_id, touch, at, at as ordered_at, (select count(*) from found) as total
    from found where true ${afterCursor(cursor, sql`at`, sql`lead_id`)}
    order by at desc, lead_id desc limit ${query.limit + 1}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.ordered_at, id: row.lead_id }))
  return {
    ...page,
    total: rows[0]?.total ?? 0,
    rows: await asPeople(database, page.rows, query, range, { identity, keysOfTouch }),
  }
}

/** The touches that a key stands for; null for all of them. */
function touchesOf(
  key: string | undefined,
  identity: Identity,
  keysOfTouch: Map<number, AdKeys | null>,
): number[] | null {
  if (key === undefined) return null
  const level = adLevels[Math.min(3, key.split('/').length - 1)] ?? 'source'
  const resolved = key === UNATTRIBUTED ? null : identity.resolve(key, level)
  return [...keysOfTouch].flatMap(([id, keys]) =>
    (resolved === null ? keys === null : keys?.[adLevels.indexOf(level) as 0] === resolved) ? [id] : [],
  )
}

type Evidence = {
  id: string
  firstTouch: Attribution
  lastTouch: Attribution
  isByEmail: boolean
  hasViews: boolean
  hasOrigin: boolean
}

async function asPeople(
  database: Database,
  found: Found[],
  query: Query,
  range: Range,
  { identity, keysOfTouch }: { identity: Identity; keysOfTouch: Map<number, AdKeys | null> },
): Promise<AdPerson[]> {
  if (found.length === 0) return []
  const ids = found.map(({ lead_id }) => lead_id)
  const { rows: leads } = await sql<LeadRow>`
    select ${leadColumns} from leads lead left join visitors visitor on visitor.id = lead.visitor_id
    where lead.id = any(${ids}::uuid[])`.execute(database)
  const byId = new Map((await asLeads(database, leads)).map((lead) => [lead.id, lead]))
  const { rows: evidence } = await sql<Evidence>`
    select lead.id, lead.first_touch as "firstTouch", first_one.attribution as "lastTouch",
      not exists (select from lead_captures other where other.lead_id = lead.id and not other.hidden
        and other.confirmation is distinct from 'open') as "isByEmail",
      seen.visitor_id is not null as "hasViews",
      coalesce(seen.referrer, '') <> '' or seen.attribution <> '{}' or lead.first_touch <> '{}' as "hasOrigin"
    from leads lead
    cross join lateral (select visitor_id, attribution from lead_captures capture
      where capture.lead_id = lead.id and not hidden order by at, id limit 1) first_one
    left join lateral (select view.visitor_id, view.referrer, view.attribution - 'fbp' as attribution from page_views view
      where view.visitor_id = first_one.visitor_id and not view.hidden order by at limit 1) seen on true
    where lead.id = any(${ids}::uuid[])`.execute(database)
  const evidenceById = new Map(evidence.map((row) => [row.id, row]))
  const { rows: cash } = await sql<{ lead_id: string; currency: string; cash: number }>`
    select lead_id, currency, cash from (${cashOfPeople(range)}) money where lead_id = any(${ids}::uuid[])
      and cash <> 0 order by currency`.execute(database)
  const cashById = Map.groupBy(cash, ({ lead_id }) => lead_id)
  return found.flatMap(({ lead_id, touch, at }): AdPerson[] => {
    const [lead, told] = [byId.get(lead_id), evidenceById.get(lead_id)]
    if (!lead || !told) return []
    const keys = keysOfTouch.get(touch) ?? null
    return [
      {
        ...lead,
        credited: {
          key: keys?.[3] ?? UNATTRIBUTED,
          names: keys === null ? [] : keys.flatMap((key) => nameOf(identity, key) ?? []),
          reason: keys === null ? reasonOf(told) : null,
          evidence: parametersOf(query.credit === 'first' ? told.firstTouch : told.lastTouch),
        },
        at: at.toISOString(),
        netCash: (cashById.get(lead_id) ?? []).map(({ currency, cash: amount }) => ({ currency, amount })),
      },
    ]
  })
}

function nameOf(identity: Identity, key: string): string | null {
  const { name, id } = identity.describe(key)
  return name ?? id
}

const parametersOf = (touch: Attribution): Record<string, string> =>
  Object.fromEntries(touchKeys.flatMap((key) => (touch[key] ? [[key, touch[key]]] : [])))

function reasonOf({ isByEmail, hasViews, hasOrigin }: Evidence): UnattributedReason {
  if (isByEmail) return 'email-only'
  if (!hasViews) return 'blocked'
  return hasOrigin ? 'no-parameters' : 'direct'
}

import { sql } from 'kysely'
import type { AdCredit } from '#contract/ad-results.ts'
import type { Attribution } from '#contract/attribution.ts'
import { touchOf } from '#server/counting/ad-touches.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { creditOf, reasonOf } from './credited-ad.ts'
import { identifyAll } from './identity-in-memory.ts'
import { originOfLead } from './origin-of-lead.ts'

type Row = {
  leadId: string
  email: string
  firstTouchId: number
  lastTouchId: number
  firstTouch: Attribution
  lastTouch: Attribution
  capturedAt: Date
  capturedOn: string
  clickedAt: Date | null
  clickedOn: string | null
  clickId: string | null
  isByEmail: boolean
  hasViews: boolean
  hasOrigin: boolean
}

/** Which ad each lead of a person is credited to, first and last, by which click, when, and why. */
export async function readAdCredit(database: Database, personId: string): Promise<AdCredit[]> {
  if (!isId(personId)) return []
  await rollUpForReader(database)
  const { rows } = await sql<Row>`
    select lead.id as "leadId", lead.email, people.first_touch_id as "firstTouchId", people.last_touch_id as "lastTouchId",
      lead.first_touch as "firstTouch", origin."lastTouch", origin."capturedAt", origin."capturedOn", click.at as "clickedAt", click.path as "clickedOn",
      coalesce(lead.first_touch ->> 'fbclid', lead.first_touch ->> 'fbc') as "clickId",
      origin."isByEmail", origin."hasViews", origin."hasOrigin"
    from leads lead join counted_ad_people people on people.lead_id = lead.id
    cross join lateral (${originOfLead}) origin
    left join lateral (
      select view.at, view.path from visitors browser join page_views view on view.visitor_id = browser.id
      where browser.person_id = lead.person_id and not view.hidden
        and ${touchOf(sql`view.attribution`)} = ${touchOf(sql`lead.first_touch`)} and ${touchOf(sql`lead.first_touch`)} <> ''
      order by view.at limit 1
    ) click on true
    where lead.person_id = ${personId} order by lead.first_captured_at, lead.id`.execute(database)
  if (rows.length === 0) return []
  const identity = await identifyAll(database)
  return rows.map((row) => {
    const reason = reasonOf(row)
    return {
      leadId: row.leadId,
      email: row.email,
      first: {
        ...creditOf(row.firstTouchId, row.firstTouch, identity, reason),
        at: row.clickedAt?.toISOString() ?? null,
        page: row.clickedOn,
        clickId: row.clickId,
      },
      last: {
        ...creditOf(row.lastTouchId, row.lastTouch, identity, reason),
        at: row.capturedAt.toISOString(),
        page: row.capturedOn,
        clickId: row.lastTouch.fbclid ?? row.lastTouch.fbc ?? null,
      },
    }
  })
}

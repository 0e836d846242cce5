import { sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import type { Journey, VisitorDetail } from '#contract/journey.ts'
import type { Lead } from '#contract/lead.ts'
import { MOST_VIEWS } from '#contract/most-views.ts'
import type { PageView } from '#contract/visitor.ts'
import { readSealedBefore } from '#server/counting/sealed.ts'
import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { browsersOfPerson } from '#server/tracking/known-to-browser.ts'
import { asLeads, type LeadRow, leadColumns } from './lead-row.ts'
import { readBegunApplications } from './list-applications.ts'
import { asPageView, type PageViewRow } from './list-page-views.ts'
import { readOpportunities } from './read-opportunities.ts'
import { readVerifiedEvents } from './read-verified-events.ts'
import { withAllTimeTotals } from './uncounted-totals.ts'
import { asVisitor, type VisitorRow, visitorColumns, visitorContact } from './visitor-row.ts'

type TagState = Journey['tags'][number]['state']

/** One visitor with the lead of its person and its page views, newest first; hidden ones included. */
export async function readVisitor(database: Database, id: string): Promise<VisitorDetail> {
  const { rows } = await sql<VisitorRow & { marked_own_at: Date | null }>`
    select ${visitorColumns} from visitors visitor ${visitorContact}
    where visitor.id = ${known(id)}::uuid`.execute(database)
  const [visitor] = await withAllTimeTotals(database, rows)
  if (!visitor) throw new Refusal('not-found', 'There is no such visitor.')
  const leads = visitor.person_id ? await leadsOfPerson(database, visitor.person_id) : []
  return {
    visitor: asVisitor(visitor),
    isMarkedOwn: visitor.marked_own_at !== null,
    customer: leads[0] ?? null,
    pageViews: await viewsOf(database, [id]),
    viewsKeptFrom: await viewsKeptFrom(database, rows),
  }
}

/** One lead. */
export async function readLead(database: Database, id: string): Promise<Lead> {
  const { rows } = await sql<LeadRow>`
    select ${leadColumns} from leads lead left join visitors visitor on visitor.id = lead.visitor_id
    where lead.id = ${known(id)}::uuid`.execute(database)
  const [lead] = await asLeads(database, rows)
  if (!lead) throw new Refusal('not-found', 'There is no such lead.')
  return lead
}

/** Everything known of a person: browsers, page views, leads, captures, milestones, and what vendors verify. */
export async function readJourney(database: Database, personId: string): Promise<Journey> {
  const person = known(personId)
  const visitors = await sql<VisitorRow>`
    select ${visitorColumns} from visitors visitor ${visitorContact}
    where visitor.id in ${browsersOfPerson(sql`${person}::uuid`)} order by visitor.first_seen_at`.execute(
    database,
  )
  const leads = await leadsOfPerson(database, person)
  const captures = await sql<{
    id: string
    lead_id: string
    at: Date
    slug: string
    attribution: Attribution
  }>`
    select capture.id, capture.lead_id, capture.at, capture.slug, capture.attribution
    from lead_captures capture join leads lead on lead.id = capture.lead_id
    where lead.person_id = ${person}::uuid order by capture.at, capture.id`.execute(database)
  const milestones = await sql<{
    id: string
    lead_id: string
    kind: 'video_progress' | 'application' | 'booking'
    at: Date
    evidence: { page?: string; watchTime?: number; claimed?: boolean }
    confirmed: boolean
  }>`
    select milestone.id, milestone.lead_id, milestone.kind, milestone.at, milestone.evidence, exists (select from external_events event
      where event.lead_id = lead.id and event.trigger = milestone.kind) as confirmed
    from milestones milestone join leads lead on lead.id = milestone.lead_id
    where lead.person_id = ${person}::uuid order by milestone.at, milestone.id`.execute(database)
  const tags = await sql<{
    lead_id: string
    cause_id: string | null
    tag_name: string
    at: Date
    rule: string | null
    state: TagState
  }>`
    select tag.lead_id, tag.tag_name, tag.created_at as at, rule.name as rule, tag.state,
      coalesce(evidence ->> 'captureId', evidence ->> 'milestoneId', evidence ->> 'externalEventId', evidence ->> 'viewId',
        evidence ->> 'callRequestId') as cause_id
    from lead_tags tag join leads lead on lead.id = tag.lead_id
    left join auto_tag_rules rule on rule.id = tag.rule_id
    where lead.person_id = ${person}::uuid order by tag.created_at, rule.position, tag.id`.execute(database)
  return {
    visitors: (await withAllTimeTotals(database, visitors.rows)).map(asVisitor),
    pageViews: await viewsOf(
      database,
      visitors.rows.map((visitor) => visitor.id),
    ),
    viewsKeptFrom: await viewsKeptFrom(database, visitors.rows),
    leads,
    captures: captures.rows.map(({ id, lead_id, at, slug, attribution }) => ({
      id,
      leadId: lead_id,
      at: at.toISOString(),
      page: slug,
      utmSource: attribution.utm_source ?? null,
      utmSourcePlatform: attribution.utm_source_platform ?? null,
      utmPlacement: attribution.utm_placement ?? null,
      utmCampaign: attribution.utm_campaign ?? null,
      utmAd: attribution.utm_ad ?? null,
    })),
    milestones: milestones.rows.map(({ id, lead_id, kind, at, evidence, confirmed }) => ({
      id,
      leadId: lead_id,
      kind,
      at: at.toISOString(),
      page: evidence.page ?? null,
      watchTime: evidence.watchTime ?? null,
      claimed: evidence.claimed ?? false,
      confirmed,
    })),
    begunApplications: await readBegunApplications(
      database,
      visitors.rows.map((visitor) => visitor.id),
    ),
    ...(await readVerifiedEvents(database, person)),
    opportunities: await readOpportunities(database, person),
    tags: tags.rows.map(({ lead_id, cause_id, tag_name, at, rule, state }) => ({
      leadId: lead_id,
      causeId: cause_id,
      tagName: tag_name,
      at: at.toISOString(),
      rule,
      state,
    })),
  }
}

/** Since when page views are kept, where some of these visitors were there before. */
async function viewsKeptFrom(
  database: Database,
  visitors: { first_seen_at: Date }[],
): Promise<string | null> {
  const sealed = await readSealedBefore(database)
  return sealed && visitors.some((visitor) => visitor.first_seen_at < sealed) ? sealed.toISOString() : null
}

function known(id: string): string {
  if (!isId(id)) throw new Refusal('not-found', 'There is nothing with this id.')
  return id
}

async function leadsOfPerson(database: Database, personId: string): Promise<Lead[]> {
  const { rows } = await sql<LeadRow>`
    select ${leadColumns} from leads lead left join visitors visitor on visitor.id = lead.visitor_id
    where lead.person_id = ${personId}::uuid order by lead.last_captured_at desc, lead.id desc`.execute(
    database,
  )
  return asLeads(database, rows)
}

async function viewsOf(database: Database, visitorIds: string[]): Promise<PageView[]> {
  const { rows } = await sql<PageViewRow>`
    select id, visitor_id, at + coalesce(ms, 0) * interval '1 millisecond' as at, path, title, referrer, attribution
    from page_views where visitor_id = any(${visitorIds}::uuid[]) order by page_views.at desc, ms desc nulls last, id desc limit ${MOST_VIEWS}`.execute(
    database,
  )
  return rows.map(asPageView)
}

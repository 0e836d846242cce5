import { sql } from 'kysely'
import type { DryRun, RuleDraft } from '#contract/auto-tag-rules.ts'
import { answersToCaptures } from '#contract/rule-pages.ts'
import type { Database } from '#server/platform/database.ts'
import { leadOfView } from '#server/tracking/known-to-browser.ts'
import { onPage } from './on-page.ts'

const DAYS = 30
const MOST_PEOPLE = 50

type Matching = Pick<RuleDraft, 'tagName' | 'trigger' | 'conditions'>

/**
 * Whom a rule would have tagged in the last 30 days, from the stored events by which rules really run: each
 * person once, at the first event that would have done it. Nothing is written.
 */
export async function dryRunRule(database: Database, rule: Matching, now: Date): Promise<DryRun> {
  const since = new Date(now.getTime() - DAYS * 86_400_000)
  const { rows } = await sql<Found>`
    with event as (${eventsOf(rule, since)}),
    first as (select distinct on (lead_id) * from event order by lead_id, at),
    person as (
      select first.*, lead.name, lead.email, exists (select from lead_tags tag
        where tag.lead_id = lead.id and lower(tag.tag_name) = lower(${rule.tagName})) as has_tag
      from first join leads lead on lead.id = first.lead_id
    )
    select *, count(*) over () as count, count(*) filter (where has_tag) over () as tagged
    from person order by at desc, lead_id limit ${MOST_PEOPLE}`.execute(database)
  return {
    days: DAYS,
    count: rows[0]?.count ?? 0,
    tagged: rows[0]?.tagged ?? 0,
    people: rows.map((row) => ({
      leadId: row.lead_id,
      name: row.name,
      email: row.email,
      at: row.at.toISOString(),
      cause: row.cause,
      page: row.page,
      watchTime: row.watch_time,
      hasTag: row.has_tag,
    })),
  }
}

type Found = {
  lead_id: string
  at: Date
  cause: DryRun['people'][number]['cause']
  page: string | null
  watch_time: number | null
  name: string
  email: string
  has_tag: boolean
  count: number
  tagged: number
}

/** The stored events that set the rule off, as `matchingRules` decides it for each as it happens. */
function eventsOf(rule: Matching, since: Date) {
  const sources = []
  if (answersToCaptures(rule)) sources.push(captures(rule, since))
  if (rule.trigger === 'page_view') sources.push(views(rule, since))
  else if (rule.trigger === 'video_progress') sources.push(watching(rule, since))
  else if (rule.trigger !== 'lead_captured')
    sources.push(milestones(rule, since), externalEvents(rule, since))
  return sql.join(sources, sql` union all `)
}

const captures = ({ conditions }: Matching, since: Date) => sql`
  select lead_id, at, 'lead_captured' as cause, slug as page, null::integer as watch_time from lead_captures
  where lead_id is not null and at >= ${since} and ${onPage(conditions, sql.ref('slug'))}`

/** A second of the video is reached once: by a lead's first report that came so far, in any of its browsers. */
const watching = ({ conditions }: Matching, since: Date) => sql`
  select * from (
    select distinct on (lead_id) lead_id, at, kind as cause, null::text as page,
      floor((evidence ->> 'watchTime')::numeric)::integer as watch_time
    from milestones where kind = 'video_progress' and lead_id is not null
      and coalesce((evidence ->> 'watchTime')::numeric, 0) >= ${conditions.watchTime ?? 0}::integer
    order by lead_id, at, id
  ) reached where at >= ${since}`

/**
 * A milestone counts for its lead; one that was claimed for another email only where the phone was that lead's, and
 * the lead was there.
 */
const milestones = ({ trigger, conditions }: Matching, since: Date) => sql`
  select milestone.lead_id, milestone.at, milestone.kind as cause, milestone.evidence ->> 'page' as page,
    null::integer as watch_time
  from milestones milestone join leads lead on lead.id = milestone.lead_id
  where milestone.kind = ${trigger} and milestone.at >= ${since}
    and (milestone.evidence ->> 'email' is null or milestone.evidence ->> 'email' = lead.email
      or (right(regexp_replace(milestone.evidence ->> 'phone', '\\D', '', 'g'), 9) = right(lead.phone_e164, 9)
        and exists (select from lead_captures capture where capture.visitor_id = milestone.visitor_id
          and capture.lead_id = lead.id and capture.at <= milestone.at)))
    and ${onPage(conditions, sql`coalesce(milestone.evidence ->> 'page', '')`)}`

/** What a vendor verified and rules ran for: applications and bookings that came by signed webhooks. */
const externalEvents = ({ trigger, conditions }: Matching, since: Date) => sql`
  select rules_applied_for as lead_id, at, trigger as cause, page, null::integer as watch_time from external_events
  where rules_applied_for is not null and trigger = ${trigger} and at >= ${since}
    and ${onPage(conditions, sql`coalesce(page, '')`)}`

/** Each browser's views after its first lead form, for the lead that it submitted last before them. */
const views = ({ conditions }: Matching, since: Date) => sql`
  select own.lead_id, view.at, 'page_view' as cause, view.path as page, null::integer as watch_time
  from (
    select visitor_id, date_trunc('second', min(at)) as at from (
      select visitor_id, at from lead_captures where lead_id is not null
      union all select visitor_id, opened_at from visitor_links where undone_at is null
    ) known group by visitor_id
  ) browser
  join page_views view on view.visitor_id = browser.visitor_id and view.at >= greatest(browser.at, ${since})
  cross join lateral ${leadOfView(sql.ref('view.visitor_id'), sql.ref('view.at'))} own
  where ${onPage(conditions, sql.ref('view.path'))}`

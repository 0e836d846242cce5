import { sql } from 'kysely'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import type { Queryable } from '#server/platform/database.ts'
import { leadOfView } from '#server/tracking/known-to-browser.ts'
import { onPage } from './on-page.ts'

/** A rule that waits for page views, and how far they were looked at for it. */
export type ViewRule = {
  id: string
  name: string
  tag_name: string
  trigger: AutoTagRule['trigger']
  conditions: AutoTagRule['conditions']
  holds_since: Date
  viewed_until: Date | null
}

/** The switched-on rules of page views, locked; those that another process works on are left out. */
export async function lockViewRules(transaction: Queryable, ruleId: string | null): Promise<ViewRule[]> {
  const { rows } = await sql<ViewRule>`
    select id, name, tag_name, trigger, conditions, holds_since, viewed_until from auto_tag_rules
    where is_active and trigger = 'page_view' and (${ruleId}::uuid is null or id = ${ruleId}::uuid)
    order by id for no key update ${ruleId === null ? sql`skip locked` : sql``}`.execute(transaction)
  return rows
}

// A view is kept by the second; in the very second in which the rule came, an id that tells its time decides.
const happenedSince = (at: Date) => sql`(view.at > ${at} or substr(view.id::text, 15, 1) <> '7'
  or ('x' || left(replace(view.id::text, '-', ''), 12))::bit(48)::bigint >= ${at.getTime()}::bigint)`

/** A lead's first page view that a rule waits for. */
export type EarnedView = { lead_id: string; at: Date; path: string; view_id: string; is_linked: boolean }

/**
 * The first matching view since `since` of each lead that does not have the rule's tag. A view belongs to the
 * lead that its browser knew last before it.
 */
export async function earnedViews(
  transaction: Queryable,
  rule: ViewRule,
  since: Date,
  limit: number,
): Promise<EarnedView[]> {
  const { rows } = await sql<EarnedView>`
    select distinct on (own.lead_id) own.lead_id, view.at, view.path, view.id as view_id,
      own.confirmation is distinct from 'open' as is_linked
    from page_views view
    cross join lateral ${leadOfView(sql.ref('view.visitor_id'), sql.ref('view.at'))} own
    where view.at >= ${since} and ${happenedSince(rule.holds_since)} and ${onPage(rule.conditions, sql.ref('view.path'))}
      and not exists (select from lead_tags where lead_id = own.lead_id and tag_name = ${rule.tag_name})
    order by own.lead_id, view.at limit ${limit}`.execute(transaction)
  return rows
}

/** Notes up to when page views were looked at for a rule. */
export async function setViewedUntil(transaction: Queryable, ruleId: string, until: Date): Promise<void> {
  await sql`update auto_tag_rules set viewed_until = ${until} where id = ${ruleId}`.execute(transaction)
}

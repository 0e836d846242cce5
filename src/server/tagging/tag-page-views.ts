import { sql } from 'kysely'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { knownBy, leadOfView } from '#server/tracking/known-to-browser.ts'
import { onPage } from './on-page.ts'
import { orderDelivery } from './order-delivery.ts'
import { insertTag } from './store.ts'

/** A rule that waits for page views, and how far they were looked at for it. */
type ViewRule = {
  id: string
  name: string
  tag_name: string
  trigger: AutoTagRule['trigger']
  conditions: AutoTagRule['conditions']
  holds_since: Date
  viewed_until: Date | null
}

/** The switched-on rules of page views, locked; those that another process works on are left out. */
async function lockViewRules(transaction: Queryable, ruleId: string | null): Promise<ViewRule[]> {
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
type EarnedView = { lead_id: string; at: Date; path: string; view_id: string; is_linked: boolean }

/**
 * The first matching view since `since` of each lead that does not have the rule's tag. A view belongs to the
 * lead that its browser knew last before it.
 */
async function earnedViews(
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
async function setViewedUntil(transaction: Queryable, ruleId: string, until: Date): Promise<void> {
  await sql`update auto_tag_rules set viewed_until = ${until} where id = ${ruleId}`.execute(transaction)
}

/** What tagging by page views needs. */
export type ViewTagParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  newId: NewId
  clock: Clock
}

// Views are stored in batches and by several processes: one may come to light this long after its time.
const LATE_MS = 60_000
const AT_ONCE = 200

/**
 * Tags the leads whose page views meet a page-view rule (or the one that is named), each once, with the CRM jobs in
 * the same transaction. It looks back from where it was last, not at every view as it comes: tracking does nothing
 * for it, and without such a rule there is nothing to look at. Gives the number of tags.
 */
export async function tagPageViews(
  parts: ViewTagParts,
  transaction: Queryable,
  ruleId: string | null = null,
): Promise<number> {
  let added = 0
  for (const rule of await lockViewRules(transaction, ruleId)) {
    const now = parts.clock.now()
    const from = Math.max(rule.holds_since.getTime(), (rule.viewed_until?.getTime() ?? 0) - LATE_MS)
    // A view's time is the beginning of its second.
    const since = new Date(Math.floor(from / 1000) * 1000)
    const earned = await earnedViews(transaction, rule, since, AT_ONCE)
    for (const { lead_id: leadId, at, path, view_id: viewId, is_linked: isLinked } of earned) {
      const evidence = { page: path, viewId, ...knownBy(isLinked) }
      const tag = { id: parts.newId(), leadId, tagName: rule.tag_name, trigger: rule.trigger, evidence, at }
      const execution = { ...tag, ruleId: rule.id, ruleName: rule.name, executedAt: now }
      if (!(await insertTag(transaction, execution))) continue
      await orderDelivery(parts.queue, transaction, leadId)
      added += 1
    }
    // With more of them waiting, the next look begins where this one did.
    if (earned.length < AT_ONCE) await setViewedUntil(transaction, rule.id, now)
  }
  return added
}

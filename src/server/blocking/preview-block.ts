import { type RawBuilder, sql } from 'kysely'
import type { BlockPreview } from '#contract/blocking.ts'
import { longestCounted } from '#server/counting/counted-timezones.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import { isKept, readKeptFrom } from '#server/counting/sealed.ts'
import { isOwnersBrowser } from '#server/counting/who-is-counted.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { estimateHidden, readBusyPage } from './estimate-hidden.ts'
import { addressBlocks, type BlockableEvent, type BlockKind, findBlockOf, pageBlocks } from './store.ts'

/**
 * What a block's switch would change in the numbers of all days: what is hidden when a value is blocked, what comes back
 * when its active block is switched off. A visitor or lead counts only where nothing else of it is counted. Where a
 * page has thousands of visitors or leads, those of a sample tell how many of them have seen nothing else.
 */
export async function previewBlock(
  database: Database,
  kind: BlockKind,
  value: string,
): Promise<BlockPreview> {
  await rollUpForReader(database)
  // Views, leads and the block itself as they are at one moment.
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const block = await findBlockOf(transaction, kind, value)
      const keptFrom = await readKeptFrom(transaction, await longestCounted(transaction))
      if (block?.is_active)
        return { isBlocked: true, isEstimate: false, keptFrom, ...(await comeBack(transaction, kind, value)) }
      const busy = kind === pageBlocks ? await readBusyPage(transaction, value) : undefined
      if (busy)
        return {
          isBlocked: false,
          isEstimate: true,
          keptFrom,
          ...(await estimateHidden(transaction, value, busy)),
        }
      return { isBlocked: false, isEstimate: false, keptFrom, ...(await goAway(transaction, kind, value)) }
    })
}

type Numbers = Pick<BlockPreview, 'visitors' | 'pageViews' | 'leads'>

/** What is counted now and would be hidden. */
async function goAway(transaction: Queryable, kind: BlockKind, value: string): Promise<Numbers> {
  const { rows } = await sql<Numbers>`
    with touched as materialized (
      select distinct visitor_id from (${kind.visitors(value)}) one
    ), hit as (
      -- Each visitor is looked up: how many there are of a rare page the planner cannot know, and would read all months.
      select touched.visitor_id, count(*) filter (where is_view) as views from touched
      cross join lateral (select * from visitor_activity where visitor_id = touched.visitor_id and not hidden offset 0) view
      where ${isKept(sql`at`)} and ${kind.isOf('view', value)} group by touched.visitor_id
    ), capture as (
      select lead_id, count(*) as captures from lead_captures capture
      where lead_id is not null and not hidden and ${isKept(sql`at`)} and ${kind.isOf('capture', value)} group by lead_id
    )
    select coalesce(sum(views), 0)::bigint as "pageViews",
      count(*) filter (where not exists (
        select from (select * from visitor_activity where visitor_id = hit.visitor_id and not hidden offset 0) view
        where (${kind.isOf('view', value)}) is not true or not ${isKept(sql`at`)})
        and not exists (select from sealed_visitors sealed where sealed.visitor_id = hit.visitor_id)) as visitors,
      (select count(*) from capture where captures = (
        select count(*) from lead_captures counted where counted.lead_id = capture.lead_id and not hidden)) as leads
    from hit`.execute(transaction)
  return rows[0] ?? { visitors: 0, pageViews: 0, leads: 0 }
}

/** What only this block hides. */
async function comeBack(transaction: Queryable, kind: BlockKind, value: string): Promise<Numbers> {
  const { rows } = await sql<Numbers>`
    with view as (
      select visitor_id from page_views view
      where visitor_id in (${kind.visitors(value)}) and hidden and ${isKept(sql`at`)} and ${kind.isOf('view', value)}
        and ${isOpenBeside(kind, 'view', value)}
        and exists (select from visitors where id = view.visitor_id and excluded is null)
    ), capture as (
      select lead_id, visitor_id from lead_captures capture
      where lead_id is not null and ${isKept(sql`at`)} and ${kind.isOf('capture', value)}
        and ${isOpenBeside(kind, 'capture', value)}
        and (quarantine_reason is null or released_at is not null)
        and not exists (select from visitors own where own.id = capture.visitor_id and ${isOwnersBrowser('own')})
    )
    select (select count(*) from view) as "pageViews",
      (select count(distinct visitor_id) from (select visitor_id from view union select visitor_id from capture) one
        join visitors on visitors.id = visitor_id where last_counted_at is null) as visitors,
      (select count(distinct lead_id) from capture where not exists (
        select from lead_captures counted where counted.lead_id = capture.lead_id and not hidden)) as leads`.execute(
    transaction,
  )
  return rows[0] ?? { visitors: 0, pageViews: 0, leads: 0 }
}

/** The condition that no other active block hides an event: a prefix may lie within another, and a page on both. */
function isOpenBeside(kind: BlockKind, event: BlockableEvent, value: string): RawBuilder<unknown> {
  const other = kind === addressBlocks ? pageBlocks : addressBlocks
  return sql`not (${kind.isOfOther(event, value)} or ${other.isOfOther(event)})`
}

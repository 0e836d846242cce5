import { type RawBuilder, sql } from 'kysely'
import type { BlockPreview } from '#contract/blocking.ts'
import type { Database } from '#server/platform/database.ts'
import { addressBlocks, type BlockKind, findBlockOf, pageBlocks } from './store.ts'

/**
 * What a block's switch would change in the numbers of all days: what is hidden when a value is blocked, what comes back
 * when its active block is switched off. A visitor or lead counts only where nothing else of it is counted.
 */
export async function previewBlock(
  database: Database,
  kind: BlockKind,
  value: string,
): Promise<BlockPreview> {
  // Views, leads and the block itself as they are at one moment.
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const block = await findBlockOf(transaction, kind, value)
      const isBlocked = block?.is_active === true
      const { views, captures } = isBlocked ? cameBack(kind, value) : wentAway(kind, value)
      const { rows } = await sql<{ visitors: number; views: number; leads: number }>`
        with view as (select visitor_id, count(*) as views from page_views view where ${views} group by visitor_id),
        capture as (select lead_id, count(*) as captures from lead_captures capture
          where lead_id is not null and ${captures} group by lead_id)
        select coalesce(sum(view.views), 0)::bigint as views,
          count(*) filter (where visitor.page_view_count = ${isBlocked ? sql`0` : sql`view.views`}) as visitors,
          (select count(*) from capture where ${
            isBlocked
              ? sql`not exists (select from lead_captures counted where counted.lead_id = capture.lead_id and not hidden)`
              : sql`captures = (select count(*) from lead_captures counted where counted.lead_id = capture.lead_id and not hidden)`
          }) as leads
        from view join visitors visitor on visitor.id = view.visitor_id`.execute(transaction)
      const { visitors = 0, views: pageViews = 0, leads = 0 } = rows[0] ?? {}
      return { isBlocked, visitors, pageViews, leads }
    })
}

type Touched = { views: RawBuilder<unknown>; captures: RawBuilder<unknown> }

/** What is counted now and would be hidden. */
const wentAway = (kind: BlockKind, value: string): Touched => ({
  views: sql`not hidden and ${kind.viewColumn} = ${value}`,
  captures: sql`not hidden and ${kind.captureColumn} = ${value}`,
})

/** What only this block hides: the rules of the rollups' `refreshHidden`, without it. */
const cameBack = (kind: BlockKind, value: string): Touched => ({
  views: sql`${kind.viewColumn} = ${value} and ${unlessBlocked(kind, 'view')}
    and exists (select from visitors where id = view.visitor_id and excluded is null)`,
  captures: sql`${kind.captureColumn} = ${value} and ${unlessBlocked(kind, 'capture')}
    and (quarantine_reason is null or released_at is not null)
    and not exists (select from visitors where id = capture.visitor_id and marked_own_at is not null)`,
})

function unlessBlocked(kind: BlockKind, event: 'view' | 'capture'): RawBuilder<unknown> {
  const other = kind === addressBlocks ? pageBlocks : addressBlocks
  const column = event === 'view' ? other.viewColumn : other.captureColumn
  return sql`coalesce(${column}, '') <> all (array(select ${other.column} from ${other.table} where is_active))`
}

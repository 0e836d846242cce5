import type { EditedContent } from '#contract/content-api.ts'
import { changedPaths, mergeContent } from '#contract/content-paths.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { readStoredContent } from '#contract/stored-content.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type DraftRow, readDraft, readLive } from './store.ts'

/** What the editor opens with: published content, draft and the draft's revision, all of one moment. */
export async function readContent(
  database: Database,
  delivered: SiteContent,
): Promise<Omit<EditedContent, 'isOnInternet'>> {
  const { row, draft, live, version, publishedAt } = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((transaction) => readDrafted(transaction, delivered))
  return {
    published: live,
    draft,
    revision: row.revision,
    publishedVersion: version,
    publishedAt: publishedAt?.toISOString() ?? null,
    hasChanges: changedPaths(live, draft).length > 0,
    savedAt: row.saved_at?.toISOString() ?? null,
    savedBy: row.saved_by,
  }
}

/** Draft and published content as one moment saw them. */
export type Drafted = {
  row: DraftRow
  draft: SiteContent
  live: SiteContent
  version: number
  publishedAt: Date | null
}

/** The refusal of a write whose draft was changed since: it carries the draft as it stands. */
export class DraftChanged extends Refusal {
  readonly row: DraftRow
  readonly draft: SiteContent
  readonly changedPaths: string[]

  constructor({ row, draft }: Pick<Drafted, 'row' | 'draft'>, yours: SiteContent) {
    super('conflict', 'Somebody saved other changes in the meantime. Look at both before you go on.')
    this.row = row
    this.draft = draft
    this.changedPaths = changedPaths(draft, yours)
  }
}

/**
 * The draft as its editor left it. Before the first publishing the site is as this release delivers it, and a release
 * may bring other words: where the owner changed nothing the draft has them, too, and shows no change.
 */
function draftOn({ content }: DraftRow, base: unknown, live: SiteContent): SiteContent {
  if (content === null) return live
  const draft = readStoredContent(content).content
  return base === null ? draft : mergeContent(readStoredContent(base).content, draft, live).content
}

/** Reads draft and published content; `forUpdate` holds off every other writer of the site. */
export async function readDrafted(
  database: Queryable,
  delivered: SiteContent,
  lock?: 'forUpdate',
): Promise<Drafted> {
  const row = await readDraft(database, lock)
  const published = await readLive(database)
  const live = published ? readStoredContent(published.content).content : delivered
  return {
    row,
    draft: published ? draftOn(row, null, live) : draftOn(row, row.base, live),
    live,
    version: published?.version ?? 0,
    publishedAt: published?.published_at ?? null,
  }
}

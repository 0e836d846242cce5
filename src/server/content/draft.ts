import { changedPaths } from '#contract/content-paths.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { readStoredContent } from '#contract/stored-content.ts'
import type { Queryable } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type DraftRow, readDraft, readLive } from './store.ts'

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
    super('conflict', 'Somebody saved other changes in between. Look at both before you go on.')
    this.row = row
    this.draft = draft
    this.changedPaths = changedPaths(draft, yours)
  }
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
    draft: row.content === null ? live : readStoredContent(row.content).content,
    live,
    version: published?.version ?? 0,
    publishedAt: published?.published_at ?? null,
  }
}

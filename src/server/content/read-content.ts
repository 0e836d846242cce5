import type { EditedContent } from '#contract/content-api.ts'
import { changedPaths } from '#contract/content-paths.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { Database } from '#server/platform/database.ts'
import { readDrafted } from './draft.ts'

/** What the editor opens with: published content, draft and the draft's revision, all of one moment. */
export async function readContent(database: Database, delivered: SiteContent): Promise<EditedContent> {
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

import type { SiteVersion } from '#contract/content-api.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { pathThroughWeeks } from '#contract/stored-weeks.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { contentOf } from './restore-version.ts'
import { listVersions, liveVersion, readVersion, type VersionRow } from './store.ts'

const asDelivered: SiteVersion = {
  version: 0,
  publishedAt: null,
  publishedBy: null,
  note: 'The original site',
  changedPaths: [],
  changedCount: 0,
  restoredFrom: null,
  isLive: true,
}

/** A page of versions, newest first; the site as it was delivered is the last of all. `next` is the next cursor. */
export async function listSiteVersions(
  database: Database,
  page: { cursor?: number; limit: number },
): Promise<{ versions: SiteVersion[]; next: number | null }> {
  const live = await liveVersion(database)
  const rows = await listVersions(database, page.cursor ?? live + 1, page.limit)
  const versions = rows.map((row) => asVersion(row, live))
  const last = versions.at(-1)?.version ?? page.cursor ?? 1
  if (versions.length === page.limit) return { versions, next: last }
  return { versions: last > 0 ? [...versions, { ...asDelivered, isLive: live === 0 }] : versions, next: null }
}

/** One version with its content. */
export async function readSiteVersion(
  database: Database,
  version: number,
  delivered: SiteContent,
): Promise<SiteVersion & { content: SiteContent }> {
  const live = await liveVersion(database)
  const content = await contentOf(database, version, delivered)
  if (version === 0) return { ...asDelivered, isLive: live === 0, content }
  const row = await readVersion(database, version)
  if (!row) throw new Refusal('not-found', 'There is no such version.')
  return { ...asVersion(row, live), content }
}

const asVersion = (row: VersionRow, live: number): SiteVersion => ({
  version: row.version,
  publishedAt: row.published_at.toISOString(),
  publishedBy: row.published_by,
  note: row.note,
  changedPaths: row.changed_paths.map(pathThroughWeeks),
  changedCount: row.changed_count,
  restoredFrom: row.restored_from,
  isLive: row.version === live,
})

import { changedPaths } from '#contract/content-paths.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { readStoredContent } from '#contract/stored-content.ts'
import type { Queryable } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { DraftChanged, readDrafted } from './draft.ts'
import { nameConsent } from './name-consent.ts'
import { consentVersion, type Publishing } from './publish-draft.ts'
import { insertVersion, readVersion, writeDraft } from './store.ts'

/**
 * Publishes an earlier version again as a new one, and the draft becomes it. Asked twice it is done once: a site and
 * a draft that are that version already stay as they are.
 */
export async function restoreVersion(
  { database, current, pages }: Publishing,
  restore: { version: number; revision: number; at: Date; by: string | null },
): Promise<{ version: number; revision: number }> {
  const restored = await database.transaction().execute(async (transaction) => {
    const drafted = await readDrafted(transaction, current.delivered, 'forUpdate')
    const { row, draft, live, version: before } = drafted
    const earlier = await contentOf(transaction, restore.version, current.delivered)
    const version = before + 1
    const content = nameConsent(earlier, live, pages, consentVersion(restore.at, version))
    const changes = changedPaths(live, content)
    if (changes.length === 0 && changedPaths(draft, content).length === 0)
      return { version: before, revision: row.revision }
    if (row.revision !== restore.revision) throw new DraftChanged(drafted, content)
    const revision = row.revision + 1
    await writeDraft(transaction, { revision, content, base: live, at: restore.at, by: restore.by })
    if (changes.length === 0) return { version: before, revision }
    pages.tryOut(content)
    await insertVersion(transaction, {
      version,
      content,
      at: restore.at,
      by: restore.by,
      note: '',
      changedPaths: changes,
      restoredFrom: restore.version,
    })
    return { version, revision }
  })
  await current.refresh()
  return restored
}

/** A version's content; version 0 is the site as it was delivered. */
export async function contentOf(
  database: Queryable,
  version: number,
  delivered: SiteContent,
): Promise<SiteContent> {
  if (version === 0) return delivered
  const row = await readVersion(database, version)
  if (!row) throw new Refusal('not-found', 'There is no such version.')
  return readStoredContent(row.content).content
}

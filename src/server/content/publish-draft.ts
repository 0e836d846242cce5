import { publishProblems } from '#contract/content-guards.ts'
import { changedPaths } from '#contract/content-paths.ts'
import type { PublicSite } from '#server/pages/register-pages.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CurrentContent } from './current-content.ts'
import { DraftChanged, readDrafted } from './draft.ts'
import { nameConsent } from './name-consent.ts'
import { insertVersion, writeDraft } from './store.ts'

/** What publishing needs: the database, what is shown now, and the pages. */
export type Publishing = { database: Database; current: CurrentContent; pages: PublicSite }

/**
 * Publishes the draft as a new version and answers once this process shows it. A draft without changes returns the
 * live version; one that a page cannot be made of, or that has holes, is refused field by field.
 */
export async function publishDraft(
  { database, current, pages }: Publishing,
  publish: { revision: number; note: string; at: Date; by: string | null },
): Promise<{ version: number; revision: number }> {
  const published = await database.transaction().execute(async (transaction) => {
    const drafted = await readDrafted(transaction, current.delivered, 'forUpdate')
    const { row, draft, live, version: before } = drafted
    const { revision } = row
    if (revision !== publish.revision) throw new DraftChanged(drafted, draft)
    if (changedPaths(live, draft).length === 0) return { version: before, revision }
    const fields = publishProblems(draft, pages.paths)
    if (Object.keys(fields).length > 0)
      throw new Refusal('invalid', 'The site cannot be published like this yet.', { fields })
    const version = before + 1
    const content = nameConsent(draft, live, pages, consentVersion(publish.at, version))
    pages.tryOut(content)
    await insertVersion(transaction, {
      version,
      content,
      at: publish.at,
      by: publish.by,
      note: publish.note,
      changedPaths: changedPaths(live, content),
      restoredFrom: null,
    })
    await writeDraft(transaction, {
      revision,
      content,
      base: content,
      at: row.saved_at ?? publish.at,
      by: row.saved_by,
    })
    return { version, revision }
  })
  await current.refresh()
  return published
}

/** The name of the consent words that a published version brings, e.g. '2026-11-24-v7'. */
export const consentVersion = (at: Date, version: number): string =>
  `${at.toISOString().slice(0, 10)}-v${version}`

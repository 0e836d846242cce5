import { changedPaths } from '#contract/content-paths.ts'
import { issueWords } from '#contract/issue-words.ts'
import { SiteContent } from '#contract/site-content.ts'
import { weeksAsList } from '#contract/stored-weeks.ts'
import type { Database } from '#server/platform/database.ts'
import { refusedFields } from '#server/platform/http/read-input.ts'
import { contentFieldName } from './content-field-name.ts'
import { DraftChanged, readDrafted } from './draft.ts'
import { tellOfSite, writeDraft } from './store.ts'

/**
 * Saves a draft on top of the revision its editor saw. It may lack texts, but its form is right. The same save sent
 * twice is one; another editor's save in between refuses it.
 */
export async function saveDraft(
  parts: { database: Database; delivered: SiteContent },
  save: { revision: number; content: unknown; at: Date; by: string | null },
): Promise<{ revision: number; hasChanges: boolean; savedAt: string }> {
  const given = readForm(save.content)
  return parts.database.transaction().execute(async (transaction) => {
    const drafted = await readDrafted(transaction, parts.delivered, 'forUpdate')
    const { row, draft, live } = drafted
    const content = withVersionsOf(live, given)
    const hasChanges = changedPaths(live, content).length > 0
    if (changedPaths(draft, content).length === 0)
      return { revision: row.revision, hasChanges, savedAt: (row.saved_at ?? save.at).toISOString() }
    if (row.revision !== save.revision) throw new DraftChanged(drafted, content)
    const revision = row.revision + 1
    await writeDraft(transaction, { revision, content, base: live, at: save.at, by: save.by })
    await tellOfSite(transaction)
    return { revision, hasChanges, savedAt: save.at.toISOString() }
  })
}

// Names of consent versions are given by publishing, never by an editor.
const withVersionsOf = (live: SiteContent, content: SiteContent): SiteContent => ({
  ...content,
  consent: { ...content.consent, version: live.consent.version },
  adConsent: { ...content.adConsent, version: live.adConsent.version },
})

// More than this nobody reads; a hostile document may have thousands.
const FIELDS_AT_MOST = 100

function readForm(content: unknown): SiteContent {
  // An editor that was open before the weeks became a list still sends them by their names.
  const read = SiteContent.safeParse(weeksAsList(content), { error: issueWords })
  if (read.success) return read.data
  throw refusedFields(
    read.error.issues.slice(0, FIELDS_AT_MOST).map(({ path, message }) => ({
      key: path.join('.'),
      name: contentFieldName(path),
      words: message,
    })),
    (_name, words) => words,
  )
}

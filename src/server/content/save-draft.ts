import { z } from 'zod'
import { changedPaths } from '#contract/content-paths.ts'
import { fieldName } from '#contract/field-names.ts'
import { issueMessage } from '#contract/issue-message.ts'
import { SiteContent } from '#contract/site-content.ts'
import { weeksAsList } from '#contract/stored-weeks.ts'
import type { Database } from '#server/platform/database.ts'
import { refusedFields } from '#server/platform/http/read-input.ts'
import { DraftChanged, readDrafted } from './draft.ts'
import { tellOfSite, writeDraft } from './store.ts'

/** A content field's name as the editor shows it: its title and that of the part of the site it is in. */
function contentFieldName(path: readonly PropertyKey[]): string {
  const titles: string[] = []
  let schema: z.core.$ZodType | undefined = SiteContent
  for (const key of path) {
    schema = schema && inside(schema, key)
    const title = schema && z.globalRegistry.get(schema)?.title
    if (title !== undefined) titles.push(title)
  }
  const [part, ...rest] = titles
  const last = rest.at(-1)
  if (part === undefined) return fieldName(path)
  return last === undefined ? part : `${part}: ${last}`
}

function inside(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  // Zod's own union of what a schema may be; the base class leaves open which one it is.
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return def.shape[String(key)]
  if (def.type === 'array') return def.element
  return def.type === 'default' || def.type === 'prefault' ? inside(def.innerType, key) : undefined
}

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
  const read = SiteContent.safeParse(weeksAsList(content), { error: issueMessage })
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

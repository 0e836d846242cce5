import type { SiteContent } from '#contract/site-content.ts'
import { readStoredContent } from '#contract/stored-content.ts'
import type { Database } from '#server/platform/database.ts'
import { readConsentContents } from './store.ts'

// A form stays open for minutes, not for this many publishes.
const VERSIONS = 50

/** The contents whose consent words may still stand under an open form, the newest last, one for each name of them. */
export async function readLatelyPublished(
  database: Database,
  delivered: SiteContent,
): Promise<SiteContent[]> {
  const stored = await readConsentContents(database, VERSIONS)
  return [delivered, ...stored.map((content) => readStoredContent(content).content)]
}

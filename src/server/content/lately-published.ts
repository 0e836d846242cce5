import type { SiteContent } from '#contract/site-content.ts'
import { readStoredContent } from '#contract/stored-content.ts'
import type { Database } from '#server/platform/database.ts'
import { readContentsAfter, readFormContents } from './store.ts'

// A form stays open for minutes, not for this many publishes.
const VERSIONS = 50

/** The contents whose words may still stand in an open form, the newest last, each once. */
export async function readLatelyPublished(
  database: Database,
  delivered: SiteContent,
): Promise<SiteContent[]> {
  const stored = await readFormContents(database, VERSIONS)
  return [delivered, ...stored.map((content) => readStoredContent(content).content)]
}

/** The contents that were published after a version, the newest last. */
export async function readPublishedAfter(database: Database, version: number): Promise<SiteContent[]> {
  const stored = await readContentsAfter(database, version, VERSIONS)
  return stored.map((content) => readStoredContent(content).content)
}

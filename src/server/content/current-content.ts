import type { SiteContent } from '#contract/site-content.ts'
import { readStoredContent } from '#contract/stored-content.ts'
import type { Database } from '#server/platform/database.ts'
import type { Live } from '#server/platform/live.ts'
import { readPublishedAfter } from './lately-published.ts'
import { liveVersion, readLive } from './store.ts'

/** What is published; `unreadable` names the fields that fell back to their defaults. */
export type Published = { version: number; content: SiteContent; unreadable: string[]; at: Date | null }

/** Shows a content; `since` are all that were published after what is shown. */
type Show = (content: SiteContent, since: SiteContent[]) => Promise<void>

/** The published content as this process shows it. */
export type CurrentContent = {
  now(): Published
  /** The site as it was delivered: version 0. */
  delivered: SiteContent
  /** From here on the newest published content is given to `show` before it counts as shown. */
  showOn(show: Show): void
  /** What was published after what this process shows, the newest last: another one may have published it a moment ago. */
  newer(): Promise<SiteContent[]>
  /** Resolves once this process shows what is published at this moment. */
  refresh(): Promise<void>
  stop(): void
}

// A notification may be lost with its connection; this is how long this process can then be behind.
const AGAIN_MS = 10_000

/** Reads what is published and follows it: a version published by any process is shown here within two seconds. */
export async function keepContent(parts: {
  database: Database
  live: Live
  delivered: SiteContent
  onProblem(error: unknown): void
}): Promise<CurrentContent> {
  const { database, delivered } = parts
  let current = await readPublished(database, delivered)
  let show: Show | undefined
  let running: Promise<void> = Promise.resolve()

  async function follow(): Promise<void> {
    // Until then this process shows what it began with, and what is published meanwhile is still to be shown.
    if (!show) return
    if ((await liveVersion(database)) === current.version) return
    const next = await readPublished(database, delivered)
    // Forms that another process showed meanwhile may have the words of each.
    await show(next.content, await readPublishedAfter(database, current.version))
    current = next
  }
  // One at a time, so that an older version never arrives after a newer one.
  const refresh = (): Promise<void> => {
    const next = running.then(follow)
    running = next.catch(() => {})
    return next
  }
  const again = () => void refresh().catch(parts.onProblem)
  const unsubscribe = parts.live.subscribe((topics) => {
    if (topics.includes('site')) again()
  })
  const timer = setInterval(again, AGAIN_MS)
  return {
    now: () => current,
    delivered,
    showOn(given) {
      show = given
      again()
    },
    newer: () => readPublishedAfter(database, current.version),
    refresh,
    stop() {
      unsubscribe()
      clearInterval(timer)
    },
  }
}

/** What is published, read so that no stored content can stop the start. */
async function readPublished(database: Database, delivered: SiteContent): Promise<Published> {
  const row = await readLive(database)
  if (!row) return { version: 0, content: delivered, unreadable: [], at: null }
  return { version: row.version, ...readStoredContent(row.content), at: row.published_at }
}

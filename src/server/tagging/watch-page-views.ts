import type { Live } from '#server/platform/live.ts'
import { tagPageViews, type ViewTagParts } from './tag-page-views.ts'

/** How often page views are looked at, in milliseconds. */
const EVERY_MS = 5000

/**
 * Looks every few seconds for page views that earn their leads a tag. Several processes share the work: each
 * rule is looked at by one of them at a time. `stop` waits for a look that is under way.
 */
export function watchPageViews(
  parts: ViewTagParts & { live: Pick<Live, 'changed'>; onProblem(error: unknown): void },
  everyMs: number = EVERY_MS,
): { stop(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve()
  let isLooking = false
  const look = async () => {
    isLooking = true
    try {
      const added = await parts.database
        .transaction()
        .execute((transaction) => tagPageViews(parts, transaction))
      if (added > 0) {
        parts.live.changed('tags')
        parts.live.changed('leads')
      }
    } catch (error) {
      parts.onProblem(error)
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => {
    if (!isLooking) looking = look()
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

import type { RangeQuery, Timezone } from '#contract/range.ts'
import { isCounted, longestCounted, readableTimezone } from '#server/counting/counted-timezones.ts'
import { resolveRange } from '#server/counting/resolve-range.ts'
import type { Database } from '#server/platform/database.ts'
import type { Exchange } from '#server/platform/http/serve.ts'
import { readAtPrimary } from '#server/platform/replica/reading-database.ts'

/**
 * Wraps the reads of a range so that all of them are read in a timezone that is counted. `X-Timezone` names it; where it is
 * not the one asked for, `X-Timezone-Progress` tells how much of that one is counted, from 0 to 1. A timezone that was
 * counted after months were sealed has no numbers of them: a range begins with its first day. Where `isWhole`, as for
 * lists of what is kept for good, such a range is read in the timezone that has been counted longest instead. `reads` is
 * where they are read: a replica that has yet to hear of the timezone is not.
 */
export const readsIn =
  (database: Database, reads: Database, now: () => Date) =>
  <Query extends RangeQuery, Answer>(
    read: (
      query: Query & { numbersFrom?: string },
      exchange: Exchange,
      progress: number | null,
    ) => Promise<Answer>,
    { isWhole = false } = {},
  ): ((query: Query, exchange: Exchange) => Promise<Answer>) =>
  async (query, exchange) => {
    const { tz, firstDay, progress } = await readableTimezone(database, query.tz)
    const isBefore = firstDay !== null && resolveRange({ ...query, tz }, now()).firstDay < firstDay
    const readIn: Timezone = isBefore && isWhole ? await longestCounted(database) : tz
    if (reads !== database && !(await isCounted(reads, readIn))) readAtPrimary()
    exchange.reply.header('X-Timezone', readIn)
    if (progress !== null) exchange.reply.header('X-Timezone-Progress', progress.toFixed(2))
    const asked = { ...query, tz: readIn }
    return read(isBefore && !isWhole ? { ...asked, numbersFrom: firstDay } : asked, exchange, progress)
  }

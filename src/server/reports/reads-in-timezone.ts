import type { Timezone } from '#contract/range.ts'
import { readableTimezone } from '#server/counting/counted-timezones.ts'
import type { Database } from '#server/platform/database.ts'
import type { Exchange } from '#server/platform/http/serve.ts'

/**
 * Wraps the reads of a range so that all of them are read in a timezone that is counted. `X-Timezone` names it; where it is
 * not the one asked for, `X-Timezone-Progress` tells how much of that one is counted, from 0 to 1.
 */
export const readsIn =
  (database: Database) =>
  <Query extends { tz: Timezone }, Answer>(
    read: (query: Query, exchange: Exchange, progress: number | null) => Promise<Answer>,
  ): ((query: Query, exchange: Exchange) => Promise<Answer>) =>
  async (query, exchange) => {
    const { tz, progress } = await readableTimezone(database, query.tz)
    exchange.reply.header('X-Timezone', tz)
    if (progress !== null) exchange.reply.header('X-Timezone-Progress', progress.toFixed(2))
    return read({ ...query, tz }, exchange, progress)
  }

import type { MetaSpendState } from '#contract/ad-spend.ts'
import type { Database } from '#server/platform/database.ts'
import { readReading } from './reading-store.ts'

/** How reading Meta's own report stands, for the owner. */
export async function readMetaState(
  database: Database,
  isConnected: boolean,
  now: Date,
): Promise<MetaSpendState> {
  const row = await readReading(database)
  const isResting = row.paused_until !== null && row.paused_until > now && row.failing_since === null
  return {
    isConnected,
    account:
      row.account !== null && row.currency !== null
        ? { id: row.account, name: row.name ?? '', currency: row.currency, timezone: row.timezone ?? 'UTC' }
        : null,
    lastReadAt: row.last_read_at?.toISOString() ?? null,
    failingSince: isConnected ? (row.failing_since?.toISOString() ?? null) : null,
    reason: isConnected && row.failing_since ? row.reason : null,
    pausedUntil: isConnected && isResting ? (row.paused_until?.toISOString() ?? null) : null,
    readBackTo: row.last_read_at ? row.read_back_to : null,
    isWhole:
      row.read_back_to !== null && row.read_back_to === row.read_back_until && !row.report?.todo.length,
    isStopped: row.stopped_at !== null,
    leftOut: row.report?.leftOut ?? [],
    refusedRows: row.refused_rows,
    refusedReason: row.refused_reason,
  }
}

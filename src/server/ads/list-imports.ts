import type { SpendImport } from '#contract/ad-spend.ts'
import type { Database } from '#server/platform/database.ts'
import { listImports } from './import-store.ts'

// Of those that were taken back, the older ones are left out.
const NEWEST = 200
const MICROS = 1_000_000

/** What was imported, newest first, with what of it counts now. */
export async function listedImports(database: Database): Promise<SpendImport[]> {
  const rows = await listImports(database, NEWEST)
  return rows.flatMap((row) =>
    row.committed_at === null
      ? []
      : [
          {
            ...{ id: row.id, source: row.source, name: row.name, platform: row.platform, rows: row.rows },
            committedAt: row.committed_at.toISOString(),
            takenBackAt: row.taken_back_at?.toISOString() ?? null,
            rowsInForce: row.rows_in_force,
            spend: row.spend.map(({ currency, micros }) => ({ currency, amount: micros / MICROS })),
            days: row.first && row.last ? { first: row.first, last: row.last } : null,
          },
        ],
  )
}

import { expect } from 'vitest'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { RunningProduct } from './running-product.ts'

/** Recounts every rollup from the raw events, as `npm run verify:reports` does, and expects no difference. */
export async function expectHonestNumbers(product: RunningProduct): Promise<void> {
  const { database, close } = openDatabase({
    connection: { connectionString: product.databaseUrl },
    maxConnections: 1,
    statementTimeoutMs: 0,
    onLostConnection: () => {},
  })
  try {
    expect(await verifyReports(database)).toEqual([])
  } finally {
    await close()
  }
}

import pg from 'pg'
import type { RunningProduct } from '#support/running-product.ts'

/** The number by which processes that roll up keep out of each other's way. */
export const ROLLUP_LOCK = 7_310_002

/** Holds every rollup back, as one of another process does that takes long; returns what lets go of it. */
export async function holdRollup(product: RunningProduct): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: product.databaseUrl })
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [ROLLUP_LOCK])
  return () => client.end()
}

/** Lets every rollup break off half-way, with some of its counts written; returns what mends it. */
export async function breakRollup(product: RunningProduct): Promise<() => Promise<void>> {
  await product.query('alter table value_hours add constraint broken check (false) not valid')
  return async () => {
    await product.query('alter table value_hours drop constraint broken')
  }
}

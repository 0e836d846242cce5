import type { RunningProduct } from './running-product.ts'

// Limits count what they refuse, and processes write that they live and look for vendors in trouble: whatever is asked of them.
const COUNTERS = [
  ...['rate_limits', 'login_failures', 'webhook_refusals', 'processes', 'database_sizes', 'vendor_troubles'],
]

/** The number of rows of every table, queued jobs included, for comparing before and after. */
export async function tableCounts(product: Pick<RunningProduct, 'query'>): Promise<Record<string, number>> {
  const tables = await product.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [COUNTERS],
  )
  const names = [...tables.map(({ name }) => name), 'jobs.job']
  const [counts = {}] = await product.query(
    `select ${names.map((name) => `(select count(*) from ${name})::integer as "${name}"`).join(', ')}`,
  )
  return counts
}

import { sql } from 'kysely'
import { countValue } from '#server/counting/read-values.ts'
import type { Range } from '#server/counting/resolve-range.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { LeadsFilter } from './narrowed-leads.ts'

// So many leads are looked at one by one.
const FEW = 1000

/**
 * The share of a range's leads that reached a step or have a tag: 0 where they are few, undefined where nothing but
 * looking tells.
 */
export async function shareOfLeads(
  database: Queryable,
  { tag, step, q, since }: LeadsFilter,
  range: Range,
): Promise<number | undefined> {
  // What is new is found by its time.
  if (since !== undefined) return 0
  if (tag !== undefined && (await isRare(database, 'lead_tags', 'tag_name', tag))) return 0
  if (step === undefined) return undefined
  if (await isRare(database, 'lead_steps', 'step', step)) return 0
  if (tag !== undefined || q !== '') return undefined
  const counted = await countValue(database, ['lead', step], { dimension: 'all', value: '' }, range)
  return counted[step].people / Math.max(1, counted.lead.people)
}

async function isRare(database: Queryable, table: string, column: string, value: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${sql.table(table)} where ${sql.ref(column)} = ${value} limit ${FEW + 1}) one`.execute(
    database,
  )
  return (rows[0]?.count ?? 0) <= FEW
}

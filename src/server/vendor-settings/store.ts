import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** One thing that was entered for a vendor: plain, or sealed. */
export type StoredSetting = {
  vendor: string
  name: string
  value: string | null
  sealed: Buffer | null
  updated_at: Date
}

/** Everything that was entered for vendors. */
export async function readVendorSettings(database: Queryable): Promise<StoredSetting[]> {
  const { rows } = await sql<StoredSetting>`
    select vendor, name, value, sealed, updated_at from vendor_settings order by vendor, name`.execute(
    database,
  )
  return rows
}

/** Stores one thing in place of what stood there. */
export async function writeVendorSetting(
  transaction: Queryable,
  { vendor, name, value, sealed, updated_at }: StoredSetting,
): Promise<void> {
  await sql`insert into vendor_settings (vendor, name, value, sealed, updated_at)
    values (${vendor}, ${name}, ${value}, ${sealed}, ${updated_at})
    on conflict (vendor, name) do update set value = excluded.value, sealed = excluded.sealed,
      updated_at = excluded.updated_at`.execute(transaction)
}

/** Forgets everything of a vendor, or what stands under the names given. */
export async function deleteVendorSettings(
  transaction: Queryable,
  vendor: string,
  names?: string[],
): Promise<void> {
  const which = names ? sql`and name = any(${names}::text[])` : sql``
  await sql`delete from vendor_settings where vendor = ${vendor} ${which}`.execute(transaction)
}

import type { Queryable } from '#server/platform/database.ts'
import { type Seal, sealOf } from './seal.ts'
import { readVendorSettings, type StoredSetting } from './store.ts'

/** What was entered for one vendor, by name. */
export type EnteredSettings = {
  values: Record<string, string>
  /** Secrets in the clear, for whoever speaks to the vendor and nobody else. */
  secrets: Record<string, string>
  /** Secrets that are stored and cannot be opened: they were sealed under another SECRET. */
  unreadable: string[]
}

/** The place that a vendor's secret is sealed for. */
export const placeOf = (vendor: string, name: string): string => `${vendor}\n${name}`

/** Opens what is stored, vendor by vendor. */
export function openSettings(rows: StoredSetting[], seal: Seal): Map<string, EnteredSettings> {
  const all = new Map<string, EnteredSettings>()
  for (const { vendor, name, value, sealed } of rows) {
    const entered = all.get(vendor) ?? { values: {}, secrets: {}, unreadable: [] }
    all.set(vendor, entered)
    if (value !== null) entered.values[name] = value
    if (sealed === null) continue
    const secret = seal.open(sealed, placeOf(vendor, name))
    if (secret === null) entered.unreadable.push(name)
    else entered.secrets[name] = secret
  }
  return all
}

/** What was entered for vendors as it stands in a database at this moment, for a command. */
export const readStoredSettings = async (
  database: Queryable,
  secret: string,
): Promise<Map<string, EnteredSettings>> => openSettings(await readVendorSettings(database), sealOf(secret))

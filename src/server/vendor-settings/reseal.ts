import type { Queryable } from '#server/platform/database.ts'
import { placeOf } from './read-stored-settings.ts'
import type { Seal } from './seal.ts'
import { readVendorSettings, writeVendorSetting } from './store.ts'

/** Seals every stored secret anew under another key; one that could not be opened stays as it is. */
export async function resealVendorSettings(transaction: Queryable, from: Seal, to: Seal): Promise<void> {
  for (const setting of await readVendorSettings(transaction)) {
    if (setting.sealed === null) continue
    const place = placeOf(setting.vendor, setting.name)
    const secret = from.open(setting.sealed, place)
    if (secret !== null)
      await writeVendorSetting(transaction, { ...setting, sealed: to.close(secret, place) })
  }
}

import type { EnteredVendor, VendorFieldName, VendorValues } from '#contract/vendor-settings.ts'
import { keptInPage } from '#web/dashboard/ui/kept-in-page.ts'
import type { Unsaved } from '#web/dashboard/ui/kept-in-tab.ts'

type Typed = {
  values: VendorValues
  /** The secret that was made here: it may be at the vendor already. */
  made: string | null
  takenOut: VendorFieldName[]
}

const kept = keptInPage<Typed>()

/** What is being typed for a vendor: kept until it is saved or dropped. */
export const unsavedValues = (vendor: EnteredVendor): Unsaved<Typed> => kept(vendor)

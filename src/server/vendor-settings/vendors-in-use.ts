import {
  type EnteredVendor,
  type VendorField,
  type VendorFieldState,
  type VendorValues,
  vendorFields,
} from '#contract/vendor-settings.ts'
import type { CurrentVendorSettings } from './current-vendor-settings.ts'
import { endOf } from './end-of-secret.ts'

/** What the environment says for each vendor; it wins over what was entered. */
export type ConfiguredVendors = Record<EnteredVendor, VendorValues>

/** What each vendor is used with at this moment, asked for whenever it is needed and kept by nobody. */
export type VendorsInUse = {
  valuesOf(vendor: EnteredVendor): VendorValues
  /** How each of a vendor's values stands, without any of them. */
  fieldsOf(vendor: EnteredVendor): VendorFieldState[]
}

/** The one holder of vendors' values: the environment over what the owner entered, value by value. */
export function vendorsInUse(
  configured: ConfiguredVendors,
  settings: Pick<CurrentVendorSettings, 'of'>,
): VendorsInUse {
  const stateOf = (vendor: EnteredVendor, field: VendorField): VendorFieldState => {
    const { name } = field
    const entered = settings.of(vendor)
    const stored = entered?.secrets[name]
    const isReadable = !entered?.unreadable.includes(name)
    const isConfigured = configured[vendor][name] !== undefined
    return {
      ...field,
      source: isConfigured ? 'environment' : stored === undefined && isReadable ? 'nothing' : 'dashboard',
      endsIn: isConfigured ? null : endOf(stored),
      host: name === 'url' && !isConfigured && stored !== undefined ? hostOf(stored) : null,
      isReadable: isConfigured || isReadable,
    }
  }
  return {
    valuesOf(vendor) {
      const entered = settings.of(vendor)
      const values: VendorValues = {}
      for (const { name } of vendorFields[vendor]) {
        const value = configured[vendor][name] ?? entered?.secrets[name]
        if (value !== undefined) values[name] = value
      }
      return values
    },
    fieldsOf: (vendor) => vendorFields[vendor].map((field) => stateOf(vendor, field)),
  }
}

const hostOf = (address: string): string | null => URL.parse(address)?.host ?? null

import { AddressBuilder } from './address-builder.tsx'
import { AddressReader } from './address-reader.tsx'

/** Addresses for adverts: made right, and looked at before money is spent on them. */
export function AdLinks() {
  return (
    <div className="max-w-160 space-y-10 pb-10">
      <AddressBuilder />
      <AddressReader />
    </div>
  )
}

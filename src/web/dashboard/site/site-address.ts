import { type AddressState, addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'

/** The screens of the Site area that are no part of the site. */
export const screens = [
  { name: '', label: 'Start' },
  { name: 'booked-calls', label: 'Calls' },
  { name: 'versions', label: 'Versions' },
  { name: 'pictures', label: 'Pictures' },
  { name: 'ad-links', label: 'Ad links' },
] as const

/** The address of a screen or a part of the site, as a query string. */
export const siteAddress = (address: AddressState, page: string): string =>
  writeAddress({ ...addressOfTab(address, 'site'), page })

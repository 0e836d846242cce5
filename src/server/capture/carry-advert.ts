import type { Attribution } from '#contract/attribution.ts'

// Those two are kept in cookies, and only with the visitor's leave.
const KEPT_IN_COOKIES = ['fbc', 'fbp']

/** The address of a page of this site with the advert in it, so that the page knows it where nothing is remembered. */
export function carryAdvert(address: string, advert: Attribution): string {
  // Whatever the host: only the path, query and fragment are taken.
  const target = new URL(address, 'http://this-site')
  for (const [key, value] of Object.entries(advert))
    if (!KEPT_IN_COOKIES.includes(key)) target.searchParams.set(key, value)
  return target.pathname + target.search + target.hash
}

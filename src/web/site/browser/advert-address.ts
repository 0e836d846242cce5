import { attributionKeys } from '#contract/attribution-keys.ts'

// Those two are kept in cookies, and only with the visitor's leave.
const KEPT_IN_COOKIES = ['fbc', 'fbp']
const ADVERT = attributionKeys.filter((key) => !KEPT_IN_COOKIES.includes(key))
const NO_PAGE = /^\/(api|analytics|assets|h)(\/|$)/

const parsed = (address: string, base: string): URL | undefined => {
  try {
    return new URL(address, base)
  } catch {
    // A link that leads nowhere is not ours to mend.
    return undefined
  }
}

/**
 * An address of this site with the advert of the page it stands on, so that the next page knows what brought the
 * visitor without anything being stored. One that names an advert itself, or is no page of this site, stays as it is.
 */
export function advertAddress(
  address: string,
  page: { origin: string; search: string; href: string },
): string {
  const target = address.startsWith('#') ? undefined : parsed(address, page.href)
  if (!target || target.origin !== page.origin || NO_PAGE.test(target.pathname)) return address
  if (ADVERT.some((key) => target.searchParams.has(key))) return address
  const here = new URLSearchParams(page.search)
  const carried = ADVERT.flatMap((key) => {
    const value = here.get(key)
    return value ? [[key, value] as const] : []
  })
  if (carried.length === 0) return address
  for (const [key, value] of carried) target.searchParams.set(key, value)
  return target.pathname + target.search + target.hash
}

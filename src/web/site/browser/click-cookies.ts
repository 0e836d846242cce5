/** Days the ad-click cookies live (docs/spec.md, 'Tracking'). */
export const CLICK_COOKIE_DAYS = 365

/** Meta's click id as its `_fbc` cookie: the milliseconds are when the click was first seen; the case is kept. */
export const fbcOf = (fbclid: string, now: number): string => `fb.1.${now}.${fbclid}`

/** Meta's browser id as its `_fbp` cookie; `random` is a number from 0 to below 1. */
export const fbpOf = (now: number, random: number): string => `fb.1.${now}.${Math.floor(random * 1e10)}`

/** The `_fbc` a page should have: a new click id makes a new one, a known one keeps its first time. */
export function nextFbc(
  current: string | undefined,
  fbclid: string | undefined,
  now: number,
): string | undefined {
  if (!fbclid) return current
  return current?.split('.')[3] === fbclid ? current : fbcOf(fbclid, now)
}

/** A cookie's value out of `document.cookie`'s text, decoded where it can be. */
export function cookieIn(cookies: string, name: string): string | undefined {
  const pair = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) || undefined
}

/** The text that sets a click cookie for its 365 days. */
export const clickCookie = (name: '_fbc' | '_fbp', value: string, secure: boolean): string =>
  `${name}=${value}; Max-Age=${CLICK_COOKIE_DAYS * 86_400}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`

/** The domains under which a page of a host may have cookies: its own, and those above it. */
export const domainsOf = (host: string): string[] =>
  host.split('.').map((_part, at, parts) => parts.slice(at).join('.'))

/** The text that ends a cookie: this site's own, or of a domain, for which Meta's pixel sets its cookies. */
export const endOfCookie = (name: string, domain: string): string =>
  `${name}=; Max-Age=0; Path=/; SameSite=Lax${domain && `; Domain=${domain}`}`

/**
 * Click ids as they may stand in a cookie: Meta's are letters, digits, `-`, `_` and dots. One as long as all that is kept
 * of a parameter may have been cut, and would be another click's.
 */
export const isClickId = (value: string): boolean => /^[\w.-]{1,499}$/.test(value)

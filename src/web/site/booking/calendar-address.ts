/** What is passed to a calendar about the visitor; only what is known. */
export type Prefill = { name?: string; email?: string; phone?: string }

// The vendor's hosted pages break in Safari's frames at the one address and not at the other.
const framed = (link: URL): string =>
  link.origin === 'https://cal.com' ? 'https://app.cal.com' : link.origin

function withPrefill(address: URL, prefill: Prefill): URL {
  for (const key of ['name', 'email'] as const) {
    const value = prefill[key]
    if (value) address.searchParams.set(key, value)
  }
  return address
}

/** The calendar's own page with everything known filled in: where a link leads that opens it by itself. */
export const calendarPage = (link: string, prefill: Prefill): string =>
  withPrefill(new URL(link), prefill).href

/**
 * The address of the calendar inside a frame: month view, light, the visitor's own calendar laid over, name and
 * email filled in. `metadata` comes back with the calendar's webhook.
 */
export function calendarFrameAddress(
  link: string,
  prefill: Prefill,
  metadata: Record<string, string>,
): string {
  const page = new URL(link)
  const path = page.pathname.replace(/\/+$/, '')
  const address = new URL(`${framed(page)}${path.endsWith('/embed') ? path : `${path}/embed`}${page.search}`)
  address.searchParams.set('embed', '')
  address.searchParams.set('layout', 'month_view')
  address.searchParams.set('theme', 'light')
  address.searchParams.set('overlayCalendar', 'true')
  for (const [key, value] of Object.entries(metadata)) address.searchParams.set(`metadata[${key}]`, value)
  return withPrefill(address, prefill).href
}

/** The origin a calendar's frame is loaded from: what a page's security policy must allow. */
export const calendarOrigin = (link: string): string => framed(new URL(link))

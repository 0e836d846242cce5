import { partedQuery } from './personal-parameters.ts'

/** How an address's fragment begins that hands the key of a booking over: no server is told a fragment. */
export const BOOKING_KEY = '#booking='

// In this tab's history entry, which lives where storage is forbidden and ends with the tab.
const ARRIVED = 'arrived'

/** The address that this page belongs at: a form that was posted by itself came back at that of the call. */
function ownAddress(): { pathname: string; search: string } {
  const { returnsTo } = document.documentElement.dataset
  return returnsTo === undefined ? location : new URL(returnsTo, location.origin)
}

function clean(): Record<string, string> {
  const { pathname, search: given } = ownAddress()
  const { search, personal } = partedQuery(given)
  const handed = location.hash.startsWith(BOOKING_KEY) ? location.hash.slice(BOOKING_KEY.length) : undefined
  const hash = handed === undefined ? location.hash : ''
  const arrived = handed === undefined ? personal : { ...personal, bookingKey: handed }
  const state =
    Object.keys(arrived).length > 0 ? { ...Object(history.state), [ARRIVED]: arrived } : history.state
  if (pathname !== location.pathname || search !== location.search || handed !== undefined) {
    try {
      // A reload then opens the page, and sends no form again.
      history.replaceState(state, '', pathname + search + hash)
    } catch {
      // Some embedded browsers forbid it; the parameters are still kept out of everything we send.
    }
  }
  return arrived
}

const personalParameters = typeof location === 'undefined' ? {} : clean()

function kept(): Record<string, string> {
  const state: unknown = typeof history === 'undefined' ? undefined : Object(history.state)[ARRIVED]
  const entries = Object.entries(Object(state)).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  )
  return Object.fromEntries(entries)
}

/** Whether this very load brought something personal; a reload does not. */
export const hasArrived: boolean = Object.keys(personalParameters).length > 0

/**
 * Email, phone and name that arrived in this page's query string, and as `bookingKey` what a booking is moved and cancelled
 * with, which its fragment handed over; also after a reload. Reading this module removes them from the address bar, and has a
 * form that came back stand at the address of its page, so every browser script imports it before anything else
 * (docs/spec.md, 'Addresses'). The tab keeps them in the same breath: whoever reloads before the rest of the page has come
 * would find them nowhere.
 */
export const arrivedParameters: Record<string, string> = hasArrived ? personalParameters : kept()

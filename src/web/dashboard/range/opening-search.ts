import { readAddress, writeAddress } from '#web/dashboard/address/address-state.ts'

/**
 * The query string the dashboard opens with. On a Sunday the week that is the default has just begun and would show one
 * day; where the address names no range, the last seven days stand in for it.
 */
export function openingSearch(search: string, now: Date): string {
  const query = new URLSearchParams(search)
  if (query.has('range')) return search
  const address = readAddress(query)
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: address.tz, weekday: 'short' }).format(now)
  return weekday === 'Sun' ? writeAddress({ ...address, range: 'last-7-days' }) : search
}

import type { Attribution } from '#contract/attribution.ts'
import { attributionKeys, camelKey } from '#contract/attribution-keys.ts'
import type { DeviceReport } from './device-report.ts'

/** The visitor analytics record kept in the browser; without the visitor's leave it knows no device. */
export type VisitorRecord = Attribution & Partial<DeviceReport> & { landingPath: string }

/** The attribution parameters of a query string; others are left behind, values are cut at 500 characters. */
export function attributionIn(search: string): Attribution {
  const parameters = new URLSearchParams(search)
  const attribution: Attribution = {}
  for (const key of attributionKeys) {
    const value = parameters.get(key)?.trim().slice(0, 500)
    if (value) attribution[key] = value
  }
  return attribution
}

/** Only the attribution of a record, camelCase where asked for (docs/spec.md, 'Calls and bodies'). */
export function attributionOfRecord(
  record: VisitorRecord,
  spelling: 'snake' | 'camel',
): Record<string, string> {
  const entries = attributionKeys.flatMap((key) => {
    const value = record[key]
    return typeof value === 'string' && value !== ''
      ? [[spelling === 'snake' ? key : camelKey(key), value]]
      : []
  })
  return Object.fromEntries(entries)
}

/**
 * The record after this page load. The first page's parameters stay until a page is opened with ad parameters of
 * its own: these then replace all of them, and that page becomes the landing path.
 */
export function nextRecord(
  kept: Partial<VisitorRecord> | undefined,
  page: { search: string; path: string },
  device: Partial<DeviceReport>,
): VisitorRecord {
  const arrived = attributionIn(page.search)
  if (Object.keys(arrived).length > 0) return { ...arrived, ...device, landingPath: page.path }
  const before = Object.fromEntries(
    attributionKeys.flatMap((key) => (typeof kept?.[key] === 'string' ? [[key, kept[key]]] : [])),
  )
  return { ...before, ...device, landingPath: kept?.landingPath ?? page.path }
}

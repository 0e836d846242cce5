import { attributionIn, nextRecord, type VisitorRecord } from './attribution-record.ts'
import { readStoredJson, writeStored } from './browser-storage.ts'
import { clickCookie, cookieIn, fbpOf, isClickId, nextFbc } from './click-cookies.ts'
import { deviceReport } from './device-report.ts'
import { reportableAddress } from './personal-parameters.ts'

const KEY = 'visitorAnalytics'

const isRecord = (value: unknown): value is Partial<VisitorRecord> =>
  typeof value === 'object' && value !== null

/** Whether the visitor's browser asks not to be followed by advertising (decisions §4). */
const refusesAds = (): boolean => {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}

// Cookies may be forbidden altogether; then the ids live as long as this page.
function clickIds(fbclid: string | undefined): { fbc?: string; fbp?: string } {
  if (refusesAds()) return {}
  try {
    const now = Date.now()
    const secure = location.protocol === 'https:'
    const fbc = nextFbc(
      cookieIn(document.cookie, '_fbc'),
      fbclid && isClickId(fbclid) ? fbclid : undefined,
      now,
    )
    const fbp = cookieIn(document.cookie, '_fbp') ?? fbpOf(now, Math.random())
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and its web views.
    if (fbc) document.cookie = clickCookie('_fbc', fbc, secure)
    // biome-ignore lint/suspicious/noDocumentCookie: as above.
    document.cookie = clickCookie('_fbp', fbp, secure)
    return { fbc, fbp }
  } catch {
    return {}
  }
}

/** Reads this page's address into the kept visitor record, sets the click cookies, and gives the record. */
export function visitorRecord(): VisitorRecord {
  const page = { search: location.search, path: reportableAddress(location.pathname + location.search) }
  const record = nextRecord(readStoredJson(KEY, isRecord), page, deviceReport)
  const ids = clickIds(attributionIn(location.search).fbclid)
  const complete = { ...record, ...(ids.fbc && { fbc: ids.fbc }), ...(ids.fbp && { fbp: ids.fbp }) }
  writeStored(KEY, JSON.stringify(complete))
  return complete
}

import { adPermissionNow, isAskedHere } from '#web/site/consent/ad-answer.ts'
import { mayRemember } from '#web/site/consent/visit-leave.ts'
import { nextRecord, type VisitorRecord } from './attribution-record.ts'
import { forgetStored, readStoredJson, writeStored } from './browser-storage.ts'
import { clickCookie, cookieIn, domainsOf, endOfCookie, fbpOf, isClickId, nextFbc } from './click-cookies.ts'
import { deviceReport } from './device-report.ts'
import { pageAds } from './page-ads.ts'
import { reportableAddress } from './personal-parameters.ts'

const KEY = 'visitorAnalytics'

const isRecord = (value: unknown): value is Partial<VisitorRecord> =>
  typeof value === 'object' && value !== null

// Cookies may be forbidden altogether; then the ids live as long as this page.
function clickIds(fbclid: string | undefined): { fbc?: string; fbp?: string } {
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
    return { ...(fbc && { fbc }), fbp }
  } catch {
    return {}
  }
}

// Where visitors are asked, a yes on a site without a pixel was none to cookies of adverts.
const mayKeepClickIds = (): boolean =>
  adPermissionNow() === 'granted' && (pageAds.pixel !== '' || !isAskedHere())

/**
 * Reads this page's address into the kept visitor record, sets the click cookies, and returns the record. Without the
 * visitor's leave nothing is kept: the record is what this page's address tells.
 */
export function visitorRecord(): VisitorRecord {
  const page = { search: location.search, path: reportableAddress(location.pathname + location.search) }
  if (!mayRemember()) return nextRecord(undefined, page, {})
  const { fbc, fbp, ...record } = nextRecord(readStoredJson(KEY, isRecord), page, deviceReport())
  // Without the visitor's leave there are no click ids, and those of an earlier leave end.
  const ids = mayKeepClickIds() ? { ...(fbc && { fbc }), ...(fbp && { fbp }) } : undefined
  const complete = { ...record, ...ids, ...(ids && clickIds(record.fbclid)) }
  writeStored(KEY, JSON.stringify(complete))
  return complete
}

/** Forgets the record and ends the click cookies: the visitor has said no. */
export function forgetVisit(): void {
  for (const name of ['_fbc', '_fbp']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and its web views.
    for (const domain of ['', ...domainsOf(location.hostname)]) document.cookie = endOfCookie(name, domain)
  }
  forgetStored(KEY)
}

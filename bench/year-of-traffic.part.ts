import { randomUUID } from 'node:crypto'
import { identifyBrowser } from '#server/tracking/identify-browser.ts'
import { readDevice } from '#server/tracking/read-device.ts'
import { addressOfVisitor, isLead, SHARED_NETWORK } from './fill-installation.part.ts'

const DAY = 86_400
export const VIEWS_EACH = 10
const SECONDS_BETWEEN = 40
const BROWSERS = 200
const ON_SHARED_NETWORK = 10
const SAW_RARE_PAGE = 500
// After how many days somebody comes back, the second and the third time.
const GAPS = [1, 2, 3, 5, 7, 14, 30, 60]
const WAYS = GAPS.length ** 2
// From the latest page view to the moment until which there is any.
const LAST_VISIT_TAKES = VIEWS_EACH * SECONDS_BETWEEN

/** So many visitors, one after the other over so many days from `begin` on (seconds since 1970), ten page views each. */
export type Year = { visitors: number; days: number; begin: number }

/** A page view: whose, the how many-th of that visitor's, in which visit and when (seconds since 1970). */
export type View = { n: number; index: number; visit: number; at: number }

const wayOf = (n: number) => (Math.imul(n, 2_654_435_761) >>> 8) % WAYS
const offsetsOf = (way: number): number[] => {
  const second = GAPS[way % GAPS.length] ?? 0
  return [0, second, second + (GAPS[Math.floor(way / GAPS.length)] ?? 0)]
}
// After so many days: which ways of coming back have which of their visits then.
const visitsAfter = new Map<number, Map<number, number>>()
for (let way = 0; way < WAYS; way += 1)
  for (const [visit, offset] of offsetsOf(way).entries())
    visitsAfter.set(offset, (visitsAfter.get(offset) ?? new Map<number, number>()).set(way, visit))

const firstAt = ({ visitors, days, begin }: Year, n: number): number =>
  begin + Math.floor(((n - 1) / visitors) * (days * DAY - LAST_VISIT_TAKES))

/** When a visitor's visits begin; whose return would come after the end has stayed for longer instead. */
function visitsOf(year: Year, n: number): number[] {
  const last = year.begin + year.days * DAY - LAST_VISIT_TAKES
  const first = firstAt(year, n)
  return offsetsOf(wayOf(n))
    .map((days) => first + days * DAY)
    .filter((at) => at <= last || at === first)
}

// All of the first visit where there is one, else four and then three and three.
const viewsBefore = (visit: number): number => (visit === 0 ? 0 : 1 + 3 * visit)
const viewsFrom = (visit: number, visits: number): number =>
  (visit === visits - 1 ? VIEWS_EACH : viewsBefore(visit + 1)) - viewsBefore(visit)

/** The page views of one visit. */
function* viewsOf(n: number, visit: number, visits: number, begin: number): Generator<View> {
  for (let of = 0; of < viewsFrom(visit, visits); of += 1)
    yield { n, index: viewsBefore(visit) + of, visit, at: begin + of * SECONDS_BETWEEN }
}

/** The visitors that come for the first time on a day, counted from 0 on: from, up to. */
export function cohort(year: Year, day: number): [number, number] {
  // By search: what is computed the other way round may be one off.
  const from = (at: number) => {
    let [low, high] = [1, year.visitors + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (firstAt(year, middle) < at) low = middle + 1
      else high = middle
    }
    return low
  }
  return [from(year.begin + day * DAY), from(year.begin + (day + 1) * DAY)]
}

/** All page views of the visits that begin on a day, in the order of time. */
export function* viewsOfDay(year: Year, day: number): Generator<View> {
  const views: View[] = []
  for (const [offset, ways] of visitsAfter) {
    if (offset > day) continue
    const [from, to] = cohort(year, day - offset)
    for (let n = from; n < to; n += 1) {
      const visit = ways.get(wayOf(n))
      if (visit === undefined) continue
      const visits = visitsOf(year, n)
      const begin = visits[visit]
      if (begin !== undefined) views.push(...viewsOf(n, visit, visits.length, begin))
    }
  }
  yield* views.sort((one, other) => one.at - other.at || one.n - other.n)
}

/** A visitor's id, in the order in which they come, as the product's own are. */
export function idOf(year: Year, n: number): string {
  const ms = (firstAt(year, n) * 1000).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`
}

const userAgentOf = (browser: number) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_${browser} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21E236 Instagram 332.0.0.38.90`
const browsers = Array.from({ length: BROWSERS }, (_, browser) => {
  const userAgent = userAgentOf(browser)
  return identifyBrowser(userAgent, readDevice(userAgent))
})
const browserOf = (n: number) => browsers[n % BROWSERS] ?? identifyBrowser(undefined, readDevice(''))

/** What a visitor's browser says of itself and of the ad it came by, as the tracker sends it. */
export function tracked(year: Year, n: number) {
  const address = addressOfVisitor(n)
  return {
    userAgent: browserOf(n).user_agent ?? '',
    address:
      n % Math.round(year.visitors / ON_SHARED_NETWORK) === 1
        ? SHARED_NETWORK + address.split('.').slice(2).join('.')
        : address,
    touch: { utm_source: `source${n % 8}`, utm_campaign: `campaign ${n % 40}`, utm_ad: `ad ${n % 80}` },
    device: {
      fingerprint: String(n),
      timezone: 'America/New_York',
      language: 'en-US',
      screenWidth: 390,
      screenHeight: 844,
    },
  }
}

/** What the tracker sends of a page view, but for the ad in the address of the first. */
export function viewed(year: Year, { n, index, visit }: View) {
  const sawRare = index === 3 && n % Math.max(1, Math.round(year.visitors / SAW_RARE_PAGE)) === 0
  return {
    path: sawRare ? '/rare-page' : `/page-${(index + 1) % 17}`,
    title: 'A page',
    referrer: `https://www.site${n % 20}.example/some/where`,
    sessionId: `session-${n}-${visit}`,
  }
}

const stamp = (at: number) => new Date(at * 1000).toISOString()
const line = (...cells: (string | number | boolean)[]) => `${cells.join('\t')}\n`

/** A table of a year's traffic as PostgreSQL's COPY reads it: its columns and the rows of a day. */
export type CopiedTable = { table: string; columns: string; rows(year: Year, day: number): Generator<string> }

function* ofCohort(year: Year, day: number, row: (n: number) => string): Generator<string> {
  const [from, to] = cohort(year, day)
  for (let n = from; n < to; n += 1) yield row(n)
}

/** The rows that tracking would have written on a day, whatever comes later included in what is kept of a visitor. */
export const copiedTables: CopiedTable[] = [
  {
    table: 'people',
    columns: 'id, created_at',
    *rows(year, day) {
      yield* ofCohort(year, day, (n) =>
        isLead(idOf(year, n)) ? line(idOf(year, n), stamp(firstAt(year, n))) : '',
      )
    },
  },
  {
    table: 'visitors',
    columns: `id, person_id, first_seen_at, last_seen_at, last_view_at, last_counted_at, visit_count, page_view_count,
      ip_address, fingerprint, timezone, language, screen_width, screen_height, browser_id, landing_path, first_touch,
      last_touch, was_active`,
    *rows(year, day) {
      yield* ofCohort(year, day, (n) => {
        const { address, touch, device } = tracked(year, n)
        const visits = visitsOf(year, n)
        const [first, last] = [visits[0] ?? 0, visits.at(-1) ?? 0]
        const end = stamp(last + (viewsFrom(visits.length - 1, visits.length) - 1) * SECONDS_BETWEEN)
        const id = idOf(year, n)
        return line(
          ...[id, isLead(id) ? id : '\\N', stamp(first), end, end, end, visits.length, VIEWS_EACH],
          ...[address, device.fingerprint, device.timezone, device.language, device.screenWidth],
          ...[device.screenHeight, browserOf(n).id, viewed(year, { n, index: 0, visit: 0, at: 0 }).path],
          ...[JSON.stringify(touch), JSON.stringify(touch), 't'],
        )
      })
    },
  },
  {
    table: 'page_views',
    columns:
      'visitor_id, at, path, id, session_id, title, referrer, ip_address, source, attribution, hidden, ms',
    *rows(year, day) {
      for (const view of viewsOfDay(year, day)) {
        const { address, touch } = tracked(year, view.n)
        const { path, title, referrer, sessionId } = viewed(year, view)
        yield line(
          ...[idOf(year, view.n), stamp(view.at), path, randomUUID(), sessionId, title, referrer, address],
          ...[touch.utm_source, JSON.stringify(touch), 'f', 0],
        )
      }
    },
  },
]

/** The browsers of all visitors. */
export const browsersOfYear = browsers

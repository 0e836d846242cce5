import type { RangeName, Timezone } from '#contract/range.ts'

/** Everything that happened, as the test itself remembers it; the numbers are counted from this one by one. */
export type Happened = {
  views: { visitor: number; at: Date; path: string; address: string }[]
  captures: { email: string; at: Date; slug: string; address: string }[]
  owners: Set<number>
  blockedAddresses: Set<string>
  blockedPages: Set<string>
}

/** What the dashboard should show for a range. */
export type Expected = {
  visitors: number
  pageViews: number
  pageViewsToday: number
  leads: number
  conversionRate: number
  activeNow: number
  from: string
  to: string
}

/** What the overview and the list of pages should show for a range, in all traffic or of one page. */
export type ExpectedByPage = {
  visit: number
  lead: number
  series: { day: string; views: number; visitors: number; leads: number }[]
  pages: { path: string; views: number; visitors: number; conversions: number }[]
}

const formats = new Map<Timezone, Intl.DateTimeFormat>()

/** The day of an instant on a wall calendar in a timezone. */
export function localDay(tz: Timezone, at: Date): string {
  let format = formats.get(tz)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: tz, dateStyle: 'short' })
    formats.set(tz, format)
  }
  return format.format(at)
}

/** A calendar day some days later; a day without a clock has no daylight saving. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** First and last day of a range, by the calendar on the wall. */
export function daysOfRange(
  range: RangeName,
  today: string,
  custom: { from?: string; to?: string },
): [string, string] {
  const weekday = new Date(today).getUTCDay()
  const monthStart = `${today.slice(0, 7)}-01`
  const lastMonthEnd = daysLater(monthStart, -1)
  const week = daysLater(today, -weekday)
  const days: Record<RangeName, [string, string]> = {
    today: [today, today],
    yesterday: [daysLater(today, -1), daysLater(today, -1)],
    'last-7-days': [daysLater(today, -6), today],
    'last-14-days': [daysLater(today, -13), today],
    'last-28-days': [daysLater(today, -27), today],
    'last-30-days': [daysLater(today, -29), today],
    'this-week': [week, today],
    'last-week': [daysLater(week, -7), daysLater(week, -1)],
    'this-month': [monthStart, today],
    'last-month': [`${lastMonthEnd.slice(0, 7)}-01`, lastMonthEnd],
    all: ['2000-01-01', today],
    custom: [custom.from ?? daysLater(today, -6), custom.to ?? today],
  }
  return days[range]
}

/** Counts what decisions §6 says, by going through everything that happened. */
export function countByHand(
  happened: Happened,
  query: { range: RangeName; tz: Timezone; from?: string; to?: string },
  now: Date,
): Expected {
  const today = localDay(query.tz, now)
  const [from, to] = daysOfRange(query.range, today, query)
  const isIn = (at: Date, first: string, last: string) => {
    const day = localDay(query.tz, at)
    return day >= first && day <= last
  }
  const secondOf = (at: Date) => Math.floor(at.getTime() / 1000)
  const { views, captures } = counted(happened)
  const inRange = views.filter(({ at }) => isIn(at, from, to))
  const visitors = new Set(inRange.map(({ visitor }) => visitor)).size
  const leads = new Set(captures.filter(({ at }) => isIn(at, from, to)).map(({ email }) => email)).size
  const halfAnHourAgo = now.getTime() - 1_800_000
  return {
    visitors,
    pageViews: inRange.length,
    pageViewsToday: views.filter(({ at }) => isIn(at, today, today)).length,
    leads,
    conversionRate: visitors === 0 ? 0 : Math.round((leads / visitors) * 1000) / 10,
    activeNow: new Set(
      views.filter(({ at }) => secondOf(at) * 1000 >= halfAnHourAgo).map(({ visitor }) => visitor),
    ).size,
    from,
    to,
  }
}

/** Counts pages, days and the funnel's first steps by going through everything that happened. */
export function countPagesByHand(
  happened: Happened,
  query: { range: RangeName; tz: Timezone; from?: string; to?: string },
  now: Date,
  page: string | null,
): ExpectedByPage {
  const [from, to] = daysOfRange(query.range, localDay(query.tz, now), query)
  const isIn = (at: Date) => localDay(query.tz, at) >= from && localDay(query.tz, at) <= to
  const { views, captures } = counted(happened)
  const seen = views.filter(({ at, path }) => isIn(at) && (page === null || path === page))
  const left = captures.filter(({ at, slug }) => isIn(at) && (page === null || slug === page))
  const days = [...new Set([...seen, ...left].map(({ at }) => localDay(query.tz, at)))].sort()
  const paths = [...new Set([...seen.map(({ path }) => path), ...left.map(({ slug }) => slug)])]
  return {
    visit: new Set(seen.map(({ visitor }) => visitor)).size,
    lead: new Set(left.map(({ email }) => email)).size,
    series: days.map((day) => {
      const ofDay = ({ at }: { at: Date }) => localDay(query.tz, at) === day
      return {
        day,
        views: seen.filter(ofDay).length,
        visitors: new Set(seen.filter(ofDay).map(({ visitor }) => visitor)).size,
        leads: new Set(left.filter(ofDay).map(({ email }) => email)).size,
      }
    }),
    pages: paths
      .map((path) => ({
        path,
        views: seen.filter((view) => view.path === path).length,
        visitors: new Set(seen.filter((view) => view.path === path).map(({ visitor }) => visitor)).size,
        conversions: left.filter(({ slug }) => slug === path).length,
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  }
}

/** The views and captures that count: none of owners' browsers, none blocked, a view once a second. */
function counted({ views, captures, owners, blockedAddresses, blockedPages }: Happened) {
  const seen = new Set<string>()
  const isOpen = (address: string, page: string) => !blockedAddresses.has(address) && !blockedPages.has(page)
  return {
    views: views.filter(({ visitor, at, path, address }) => {
      if (owners.has(visitor) || !isOpen(address, path)) return false
      const key = `${visitor} ${path} ${Math.floor(at.getTime() / 1000)}`
      return !seen.has(key) && seen.add(key)
    }),
    captures: captures.filter(({ slug, address }) => isOpen(address, slug)),
  }
}

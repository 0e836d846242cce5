import { AD_KEY_CHARACTERS, type AdFigure, type AdLevel, adFigures, adLevels } from '#contract/ad-levels.ts'
import { isCalendarDay, type RangeName, rangeLabels, type Timezone, timezones } from '#contract/range.ts'
import { firstTab, type TabName, tabs } from '#web/dashboard/shell/tabs.ts'

/** Everything a view depends on. All of it stands in the address, so that any view can be linked. */
export type AddressState = {
  tab: TabName
  range: RangeName
  /** First and last day of a custom range, as YYYY-MM-DD; empty where not chosen. */
  from: string
  to: string
  tz: Timezone
  /** What the list is searched for. */
  q: string
  /** Whether the visitors list shows who is not counted instead. */
  hidden: boolean
  /** The visitors list keeps those who came from this source, or saw this page; '' keeps all. In Site: the page being edited. */
  source: string
  page: string
  /** What the overview is narrowed to, and what the lists keep beside source and page; '' is all. */
  campaign: string
  ad: string
  /** The leads list keeps those who carry this tag, or reached this step of the funnel; '' keeps all. */
  tag: string
  step: '' | (typeof steps)[number]
  /** The leads list keeps those who are new since this moment (ISO), or reached the step since then; '' keeps all. */
  since: string
  /** The column a list is sorted by, with a '-' before it downwards; '' is newest first. */
  sort: string
  /** The part shown inside a tab that has parts: the page paths of Blocked IPs, the held submits of Leads, the preview of Site, the mails of Connections, the spend of Ads. */
  part: '' | (typeof parts)[number]
  /** In Ads: the key whose parts are shown ('' is everything), at which level ('' is the next one), and how people count. */
  within: string
  level: '' | AdLevel
  credit: '' | 'last'
  cohort: '' | 'event'
  /** Whose people are shown there: of which figure ('' is none), and of which key ('' is everybody). */
  figure: '' | AdFigure
  of: string
  /** The id of the rule whose log alone is shown. */
  rule: string
  /** What is open in a dialog: a visitor's or lead's id, or a page's path. */
  open: string
  /** The kind of what is open; '' is the tab's own kind. */
  show: '' | DetailKind
  /** The dialog's tab: the person's journey, or the details; '' is the journey of whoever has one. */
  view: '' | (typeof views)[number]
}

/** What a dialog can show the details of. */
export type DetailKind = (typeof kinds)[number]

const kinds = ['visitor', 'lead', 'page'] as const
const steps = ['saw-pitch', 'applied', 'booked'] as const
const views = ['journey', 'details'] as const
const parts = [
  'pages',
  'held',
  'unmatched',
  'applications',
  'preview',
  'mails',
  'due',
  'outcomes',
  'spend',
] as const

/** The view of an address without a query string (this week, Pacific Time; docs/spec.md, 'Date ranges'), but for Sundays. */
export const plainAddress: AddressState = {
  tab: firstTab,
  range: 'this-week',
  from: '',
  to: '',
  tz: timezones[0],
  q: '',
  hidden: false,
  source: '',
  page: '',
  campaign: '',
  ad: '',
  tag: '',
  step: '',
  since: '',
  sort: '',
  part: '',
  within: '',
  level: '',
  credit: '',
  cohort: '',
  figure: '',
  of: '',
  rule: '',
  open: '',
  show: '',
  view: '',
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

const isDay = (text: string): boolean => DAY.test(text) && isCalendarDay(text)
const isRange = (text: string): text is RangeName => Object.hasOwn(rangeLabels, text)
const momentOf = (text: string | null): string =>
  text && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : ''
const dayOf = (text: string | null): string => (text && isDay(text) ? text : '')
// Counted as the calls count: a character may be two in a string.
const countedValue = (text: string | null): string => [...(text ?? '')].slice(0, 200).join('')

const weekdays = new Map<Timezone, Intl.DateTimeFormat>()

/**
 * The range of an address that names none: this week. On a Sunday that has just begun and would show one day, so the last
 * seven days stand in for it.
 */
function rangeUnlessNamed(tz: Timezone): RangeName {
  const weekday = weekdays.get(tz) ?? new Intl.DateTimeFormat('en-US', { timeZone: tz, weekday: 'short' })
  weekdays.set(tz, weekday)
  return weekday.format(Date.now()) === 'Sun' ? 'last-7-days' : plainAddress.range
}

/** Reads a view from a query string. What is missing or unreadable takes its default. */
export function readAddress(query: URLSearchParams): AddressState {
  const range = query.get('range') ?? ''
  const tz = timezones.find((name) => name === query.get('tz')) ?? plainAddress.tz
  const days = [dayOf(query.get('from')), dayOf(query.get('to'))] as const
  // The numbers are of the days between the two, whichever comes first.
  const [from, to] = days[1] !== '' && days[1] < days[0] ? [days[1], days[0]] : days
  return {
    tab: tabs.find((tab) => tab.name === query.get('tab'))?.name ?? plainAddress.tab,
    range: isRange(range) ? range : rangeUnlessNamed(tz),
    from,
    to,
    tz,
    q: (query.get('q') ?? '').slice(0, 200),
    hidden: query.get('hidden') === 'true',
    source: countedValue(query.get('source')),
    page: (query.get('page') ?? '').slice(0, 500),
    campaign: countedValue(query.get('campaign')),
    ad: countedValue(query.get('ad')),
    tag: (query.get('tag') ?? '').slice(0, 200),
    step: steps.find((step) => step === query.get('step')) ?? '',
    since: momentOf(query.get('since')),
    sort: (query.get('sort') ?? '').slice(0, 40),
    part: parts.find((part) => part === query.get('part')) ?? '',
    within: (query.get('within') ?? '').slice(0, AD_KEY_CHARACTERS),
    level: adLevels.find((level) => level === query.get('level')) ?? '',
    credit: query.get('credit') === 'last' ? 'last' : '',
    cohort: query.get('cohort') === 'event' ? 'event' : '',
    figure: adFigures.find((figure) => figure === query.get('figure')) ?? '',
    of: (query.get('of') ?? '').slice(0, AD_KEY_CHARACTERS),
    rule: query.get('rule') ?? '',
    open: query.get('open') ?? '',
    show: kinds.find((kind) => kind === query.get('show')) ?? '',
    view: views.find((view) => view === query.get('view')) ?? '',
  }
}

/** Writes a view as a query string ('' or '?…'); what has its default is left out. */
export function writeAddress(state: AddressState): string {
  const custom = state.range === 'custom'
  const spoken: Record<keyof AddressState, string> = {
    tab: state.tab === plainAddress.tab ? '' : state.tab,
    range: state.range === rangeUnlessNamed(state.tz) ? '' : state.range,
    from: custom ? state.from : '',
    to: custom ? state.to : '',
    tz: state.tz === plainAddress.tz ? '' : state.tz,
    q: state.q,
    hidden: state.hidden ? 'true' : '',
    source: state.source,
    page: state.page,
    campaign: state.campaign,
    ad: state.ad,
    tag: state.tag,
    step: state.step,
    since: state.since,
    sort: state.sort,
    part: state.part,
    within: state.within,
    level: state.level,
    credit: state.credit,
    cohort: state.cohort,
    figure: state.figure,
    of: state.figure === '' ? '' : state.of,
    rule: state.rule,
    open: state.open,
    show: state.open === '' ? '' : state.show,
    view: state.open === '' ? '' : state.view,
  }
  const query = new URLSearchParams(Object.entries(spoken).filter(([, value]) => value !== '')).toString()
  return query === '' ? '' : `?${query}`
}

/** The view another tab opens with: the same range and timezone, nothing searched, nothing open. */
export const addressOfTab = (state: AddressState, tab: TabName): AddressState => ({
  ...plainAddress,
  range: state.range,
  from: state.from,
  to: state.to,
  tz: state.tz,
  tab,
})

/** The view with the details of something open over it. */
export const addressOfDetail = (state: AddressState, kind: DetailKind, id: string): AddressState => ({
  ...state,
  open: id,
  show: kind,
  view: '',
})

/** The range of a view as the calls take it. */
export const rangeInput = ({ range, from, to, tz }: AddressState) =>
  range === 'custom' ? { range, tz, from: from || undefined, to: to || undefined } : { range, tz }

/** What a view is narrowed to as the overview takes it: one of campaign, ad and page. */
export const narrowingInput = ({ campaign, ad, page }: AddressState) =>
  campaign !== '' ? { campaign } : ad !== '' ? { ad } : page !== '' ? { page } : {}

/** The campaign, ad, page and source that lists keep, as the calls take them. */
export const filterInput = ({ source, page, campaign, ad }: AddressState) => ({
  source: source || undefined,
  page: page || undefined,
  campaign: campaign || undefined,
  ad: ad || undefined,
})

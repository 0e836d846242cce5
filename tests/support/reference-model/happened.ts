import { sourceKey } from './source-key.ts'

/** Where an event came from: the touch in force when it happened. */
export type Touch = { source: string; campaign: string | null; ad: string | null }

/** A browser as the test knows it. */
export type Browser = {
  id: string
  /** A machine's. */
  isExcluded: boolean
  /** One in which the owner signed in. */
  isOwners: boolean
  isMarkedOwn: boolean
  /** Whether it ever viewed a page or sent a form, counted or not. */
  wasActive: boolean
  /** When it was last heard of, by whatever it sent. */
  seenAt: Date | null
  /** Its newest address, as a block would meet it. */
  address: string | null
  /** What it is searched by. */
  foundBy: { address: string | null; timezone: string | null; firstTouch: Touch | null }
  lastTouch: Touch | null
}

/** A browser of which nothing is known yet. */
export const newBrowser = (isExcluded: boolean): Browser => ({
  id: '',
  isExcluded,
  isOwners: false,
  isMarkedOwn: false,
  wasActive: false,
  seenAt: null,
  address: null,
  foundBy: { address: null, timezone: null, firstTouch: null },
  lastTouch: null,
})

/** A page view that was sent. */
export type View = Touch & {
  browser: Browser
  at: Date
  path: string
  title: string | null
  referrer: string | null
  address: string | null
}

/** A lead: one email, with what it reached. */
export type Lead = {
  id: string
  email: string
  name: string
  phone: string
  /** The page of its first submit. */
  slug: string
  isCustomer: boolean
  isErased: boolean
  steps: Set<string>
  tags: Set<string>
}

/** A submit that became a lead's. */
export type Capture = Touch & { browser: Browser; lead: Lead; at: Date; path: string; address: string | null }

/** Everything that happened, as the test itself remembers it; the numbers are counted from this one by one. */
export type Happened = {
  views: View[]
  captures: Capture[]
  /** Every browser that sent anything. */
  browsers: Set<Browser>
  blockedAddresses: Set<string>
  blockedPages: Set<string>
}

/** The views and captures that count, and the browsers that are listed without any. */
export type Counted = { views: View[]; captures: Capture[]; withoutActivity: Browser[] }

const isBlocked = (
  happened: Happened,
  { address, path }: { address: string | null; path: string },
): boolean => (address !== null && happened.blockedAddresses.has(address)) || happened.blockedPages.has(path)

/** Whether a view is left out: of an own browser, of a blocked address or on a blocked page. */
export const isHiddenView = (happened: Happened, view: View): boolean =>
  view.browser.isExcluded || view.browser.isOwners || view.browser.isMarkedOwn || isBlocked(happened, view)

/** Whether a capture is left out: of a browser of the owner's, of a blocked address or on a blocked page. */
export const isHiddenCapture = (happened: Happened, capture: Capture): boolean =>
  capture.browser.isOwners || capture.browser.isMarkedOwn || isBlocked(happened, capture)

/** The views and captures that count. */
export const counted = (happened: Happened): Counted => ({
  views: happened.views.filter((view) => !isHiddenView(happened, view)),
  captures: happened.captures.filter((capture) => !isHiddenCapture(happened, capture)),
  withoutActivity: [...happened.browsers].filter(
    (browser) =>
      !(browser.isExcluded || browser.isOwners || browser.isMarkedOwn) &&
      !(browser.address !== null && happened.blockedAddresses.has(browser.address)) &&
      !browser.wasActive,
  ),
})

/** Everything that shows that a browser's visitor was there: its views and the captures made in it. */
export const activityOf = ({ views, captures }: Pick<Counted, 'views' | 'captures'>): (View | Capture)[] => [
  ...views,
  ...captures,
]

/** How many different visitors were there. */
export const visitorsOf = (counted: Pick<Counted, 'views' | 'captures'>): number =>
  different(activityOf(counted).map(({ browser }) => browser))

/** What views and captures may be narrowed to, all of it at once; a source of 'Direct' means none. */
export type Filter = { campaign?: string; ad?: string; page?: string; source?: string }

/** Whether an event is of all that a filter asks for. */
export const isOf =
  ({ campaign, ad, page, source }: Filter) =>
  (event: Touch & { path: string }): boolean =>
    (campaign === undefined || event.campaign === campaign) &&
    (ad === undefined || event.ad === ad) &&
    (page === undefined || event.path === page) &&
    (source === undefined || sourceKey(event.source) === sourceKey(source))

/** How many different things there are. */
export const different = (things: Iterable<unknown>): number => new Set(things).size

/** Part of the whole in percent to one decimal, 0 where there is no whole. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10

import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { RangeQuery, trafficFilter } from './range.ts'

/** A page's numbers in a range. Rates and shares in percent, to one decimal. */
export const PageNumbers = z.object({
  path: z.string(),
  views: z.number(),
  visitors: z.number(),
  conversions: z.number(),
  conversionRate: z.number(),
  share: z.number(),
})
export type PageNumbers = z.output<typeof PageNumbers>

/** What the page dialog shows. */
export const PageAnalytics = z.object({
  totalViews: z.number(),
  uniqueVisitors: z.number(),
  conversions: z.number(),
  conversionRate: z.number(),
  utmData: z.record(z.string(), z.number()),
  /** Views by where they came from, those from another page of the site aside. */
  referrerData: z.record(z.string(), z.number()),
  /** Views that came from another page of the site. */
  ownReferrals: z.number(),
  leadDetails: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      /** When it was first captured on this page, in the range or before. */
      first_seen: z.string(),
    }),
  ),
  visitors: z.array(
    z.object({
      id: z.string(),
      ipAddress: z.string().nullable(),
      timezone: z.string().nullable(),
      visitCount: z.number(),
      lastSeen: z.string(),
    }),
  ),
})
export type PageAnalytics = z.output<typeof PageAnalytics>

/** The same numbers in the period before. */
const Before = z.object({ visitors: z.number(), pageViews: z.number(), leads: z.number() })

/**
 * The overview: numbers now and in the period before, over time, and the lists of five
 * (docs/spec.md, 'The dashboard').
 */
export const Overview = z.object({
  /** As many days, ending the day before; while today is in the range, up to the same moment of its last day. */
  previous: Before.nullable(),
  /** False while the period before reaches back to before the first recorded day: then it compares badly. */
  isPreviousWhole: z.boolean(),
  /**
   * One point per hour for ranges of up to two days (`at` an instant), per day for longer ones (`at` a local
   * day), without gaps; days that have not come yet are left out.
   */
  step: z.enum(['hour', 'day']),
  series: z.array(z.object({ at: z.string(), views: z.number(), visitors: z.number(), leads: z.number() })),
  topPages: z.array(z.object({ path: z.string(), views: z.number() })),
  topSources: z.array(z.object({ source: z.string(), views: z.number() })),
  /** Page views in each two minutes of the last half hour, oldest first: 15 numbers. */
  recent: z.array(z.number()),
  /** Distinct people of the range at each step of the funnel, in the order of the funnel. */
  funnel: z.array(
    z.object({ step: z.enum(['visit', 'lead', 'saw-pitch', 'applied', 'booked']), people: z.number() }),
  ),
})
export type Overview = z.output<typeof Overview>

const { campaign, ad, page } = trafficFilter

/** The range of an overview, and at most one of campaign, ad and page whose traffic alone it shows. */
export const OverviewQuery = RangeQuery.extend({ campaign, ad, page }).refine(
  (asked) => [asked.campaign, asked.ad, asked.page].filter((value) => value !== undefined).length <= 1,
  { message: 'Choose only one of campaign, ad and page.', path: ['page'] },
)
export type OverviewQuery = z.output<typeof OverviewQuery>

/** By what an overview can be narrowed. */
export const filterDimensions = ['campaign', 'ad', 'page'] as const

/** The campaigns, ads or pages of a range that an overview can be narrowed to. */
export const FilterValuesQuery = RangeQuery.extend({
  dimension: z.enum(filterDimensions),
  q: z.string().max(200).default(''),
})
export type FilterValuesQuery = z.output<typeof FilterValuesQuery>

/** What a page sends and to whom, as it is set up today: nothing here is a guess. */
export const PageSetup = z.object({
  /** Visits and page views are recorded here; false for the owner's own pages. */
  isTracked: z.boolean(),
  /** Where a successful submit of the page's lead form leads; null where the page has no form. */
  afterLead: z.string().nullable(),
  /** Meta's pixel; null where none is set up. */
  pixel: z
    .object({
      id: z.string(),
      events: z.array(
        z.object({
          event: z.string(),
          moment: z.string(),
          once: z.string(),
          value: z.number().nullable(),
          currency: z.string().nullable(),
          content: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
  /** Whether a CRM is connected, so that leads and tags are delivered. */
  isCrmConnected: z.boolean(),
})
export type PageSetup = z.output<typeof PageSetup>

/** The reads of the Overview and Page Analytics tabs. */
export const pageAnalyticsApi = {
  'GET /api/analytics/overview': {
    for: 'owner',
    input: OverviewQuery,
    output: Overview,
    summary:
      'The overview of a range: over time, top pages and sources, the funnel, the period before. `campaign`, `ad` or `page` (one of them) narrows series, top lists and funnel to it; `previous` stays that of all traffic.',
  },
  'GET /api/analytics/filter-values': {
    for: 'owner',
    input: FilterValuesQuery,
    output: z.array(z.object({ value: z.string(), views: z.number() })),
    summary: 'The campaigns, ads or pages with views in the range, most viewed first, at most 200.',
  },
  'GET /api/pages': {
    for: 'owner',
    input: RangeQuery,
    output: z.array(PageNumbers),
    summary:
      'Every page with traffic or conversions in the range, most viewed first, at most 1,000; the site’s own are always among them. `X-Total-Count` says how many there are.',
  },
  'GET /api/pages/:path/analytics': {
    for: 'owner',
    input: RangeQuery.extend({ path: z.string() }),
    output: PageAnalytics,
    summary: 'One page in a range; its path is percent-encoded, %2F included.',
  },
  'GET /api/pages/:path/setup': {
    for: 'owner',
    input: z.object({ path: z.string() }),
    output: PageSetup,
    summary: 'What a page sends today: pixel events, lead form, CRM.',
  },
} satisfies Endpoints

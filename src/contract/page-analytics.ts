import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { RangeQuery } from './range.ts'

/** A page's numbers in a range. Rates and shares in percent, to one decimal. */
export const PageNumbers = z.object({
  path: z.string(),
  views: z.number(),
  visitors: z.number(),
  conversions: z.number(),
  conversionRate: z.number(),
  share: z.number(),
})

/** A page's numbers in a range. */
export type PageNumbers = z.output<typeof PageNumbers>

/** What the page dialog shows (product.md §3 Page analytics result). */
export const PageAnalytics = z.object({
  totalViews: z.number(),
  uniqueVisitors: z.number(),
  conversions: z.number(),
  conversionRate: z.number(),
  utmData: z.record(z.string(), z.number()),
  referrerData: z.record(z.string(), z.number()),
  leadDetails: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
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

/** What the page dialog shows. */
export type PageAnalytics = z.output<typeof PageAnalytics>

/** The overview: numbers now and in the period before, over time, and the lists of five (product.md §2). */
export const Overview = z.object({
  previous: z.object({ visitors: z.number(), pageViews: z.number(), leads: z.number() }).nullable(),
  /** One point per hour for ranges of up to two days, per day for longer ones; `at` is the local hour or day. */
  step: z.enum(['hour', 'day']),
  series: z.array(z.object({ at: z.string(), views: z.number(), visitors: z.number(), leads: z.number() })),
  topPages: z.array(z.object({ path: z.string(), views: z.number() })),
  topSources: z.array(z.object({ source: z.string(), views: z.number() })),
  /** Distinct people of the range at each step of the funnel, in the order of the funnel. */
  funnel: z.array(
    z.object({ step: z.enum(['visit', 'lead', 'saw-pitch', 'applied', 'booked']), people: z.number() }),
  ),
})

/** The overview's numbers. */
export type Overview = z.output<typeof Overview>

/** The reads of the Overview and Page Analytics tabs. */
export const pageAnalyticsApi = {
  'GET /api/analytics/overview': {
    for: 'owner',
    input: RangeQuery,
    output: Overview,
    summary: 'The overview of a range: over time, top pages and sources, the funnel, the period before.',
  },
  'GET /api/pages': {
    for: 'owner',
    input: RangeQuery,
    output: z.array(PageNumbers),
    summary: 'Every page with traffic or conversions in the range, most viewed first.',
  },
  'GET /api/pages/:path/analytics': {
    for: 'owner',
    input: RangeQuery.extend({ path: z.string() }),
    output: PageAnalytics,
    summary: 'One page in a range; its path is percent-encoded, %2F included.',
  },
} satisfies Endpoints

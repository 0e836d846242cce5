import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { RangeQuery, timezones } from './range.ts'

/** The four cards (docs/spec.md, 'The dashboard'), counted on the server. */
export const Summary = z.object({
  visitors: z.number(),
  pageViews: z.number(),
  pageViewsToday: z.number(),
  leads: z.number(),
  /** Visitors in whose browser a lead was captured / visitors × 100, one decimal; 0 when there were no visitors. */
  conversionRate: z.number(),
  activeNow: z.number(),
  /** Page views and captures that these numbers hold and charts, lists and search do not hold yet; 0 as a rule. */
  uncounted: z.number(),
  /**
   * While what was hidden or brought back (a block, an own browser) is counted anew: visitors that are through, of those
   * known so far. Until it is null all numbers hold some of them still as before.
   */
  recounting: z.object({ done: z.number(), of: z.number() }).nullable(),
  /** Where the timezone that was asked for is being counted: in which one everything is read meanwhile, and how much of it is done (0 to 1). */
  countingTimezone: z.object({ readIn: z.enum(timezones), progress: z.number() }).nullable(),
  /** Where the range reaches to days of which this timezone has no numbers, because they were sealed before it was asked for: its first day. */
  numbersFrom: z.string().nullable(),
  /** Where the range reaches to days whose page views are not kept any more: the first day whose are. Before it numbers stay as they were counted. */
  keptFrom: z.string().nullable(),
  /** The range as it was read: first and last day, in the chosen timezone. */
  from: z.string(),
  to: z.string(),
})
export type Summary = z.output<typeof Summary>

/** What happened since the owner last looked at the dashboard; what one look shows stays until half an hour after it. */
export const News = z.object({
  /** When the dashboard was last open, the time before this one; null the first time. */
  since: z.string().nullable(),
  /** People who became a lead since then, or who reached the step since then. */
  leads: z.number(),
  applications: z.number(),
  bookedCalls: z.number(),
})
export type News = z.output<typeof News>

/** What open dashboards are told of, each the name of what has changed. */
export const liveTopics = [
  'visitors',
  'leads',
  'tags',
  'applications',
  'blocking',
  'settings',
  'site',
  'connections',
  'mail',
  'backups',
  'ads',
] as const
export type LiveTopic = (typeof liveTopics)[number]

/** How many milliseconds ago a topic was last told; at the least, where that is not known. */
export type LastTold = { topic: LiveTopic; agoMs: number }

/** What arrives on `GET /api/live` (server-sent events, owner only): events `active`, `told` and `changed`. */
export type LiveEvents = {
  /** How many visitors were seen in the last 30 minutes. */
  active: { activeNow: number }
  /** When each topic was last told, once, as the stream opens. */
  told: { lastTold: LastTold[] }
  /** Something that the named views show has changed; they should read again. */
  changed: {
    topics: LiveTopic[]
  }
}

/** The dashboard's counts. */
export const reportsApi = {
  'GET /api/analytics/summary': {
    for: 'owner',
    input: RangeQuery,
    output: Summary,
    summary: 'The numbers of the four cards for a range.',
  },
  'POST /api/analytics/looks': {
    for: 'owner',
    input: z.object({}),
    output: News,
    summary: 'Notes that the owner looks at the dashboard, and tells what happened since the time before.',
  },
} satisfies Endpoints

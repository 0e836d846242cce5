import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { Lead } from './lead.ts'
import { PageView, Visitor } from './visitor.ts'

/** One visitor with the lead it became and its newest page views (at most 500). */
export const VisitorDetail = z.object({
  visitor: Visitor,
  customer: Lead.nullable(),
  pageViews: z.array(PageView),
})

/** One visitor with the lead it became and its newest page views. */
export type VisitorDetail = z.output<typeof VisitorDetail>

/** Something a lead reached in the funnel: watched to a second, applied on a page, booked. */
export const JourneyMilestone = z.object({
  kind: z.enum(['video_progress', 'application', 'booking']),
  at: z.string(),
  page: z.string().nullable(),
  watchTime: z.number().nullable(),
  /** True while only the browser said so and no vendor has confirmed it. */
  claimed: z.boolean(),
})

/** One capture of a lead, with the page and the ad it came from. */
export const JourneyCapture = z.object({
  leadId: z.string(),
  at: z.string(),
  page: z.string(),
  utmSource: z.string().nullable(),
  utmCampaign: z.string().nullable(),
})

/** A tag a lead earned, by which rule, and how far its delivery to the CRM has come. */
export const JourneyTag = z.object({
  leadId: z.string(),
  tagName: z.string(),
  at: z.string(),
  rule: z.string().nullable(),
  state: z.enum(['waiting', 'delivered', 'parked']),
})

/** Everything known of one person, for the timeline (product.md §3 Journey response). */
export const Journey = z.object({
  visitors: z.array(Visitor),
  pageViews: z.array(PageView),
  leads: z.array(Lead),
  captures: z.array(JourneyCapture),
  milestones: z.array(JourneyMilestone),
  tags: z.array(JourneyTag),
})

/** Everything known of one person. */
export type Journey = z.output<typeof Journey>

/** The reads of one visitor and of one person. */
export const journeyApi = {
  'GET /api/visitors/:id': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: VisitorDetail,
    summary: 'One visitor with the lead it became and its page views.',
  },
  'GET /api/customer-journey/:personId': {
    for: 'owner',
    input: z.object({ personId: z.string() }),
    output: Journey,
    summary: 'All visitors, page views, leads, captures, milestones and tags of one person.',
  },
  'GET /api/leads/:leadId': {
    for: 'owner',
    input: z.object({ leadId: z.string() }),
    output: Lead,
    summary: 'One lead.',
  },
} satisfies Endpoints

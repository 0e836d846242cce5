import { z } from 'zod'
import { CrmOpportunity } from './crm-reading.ts'
import type { Endpoints } from './endpoint.ts'
import { Lead } from './lead.ts'
import { bookingStatuses, outcomeTellers } from './outcomes.ts'
import { joinedBy, paymentStatuses } from './payments.ts'
import { PageView, Visitor } from './visitor.ts'
import { callStatuses } from './webhook-voice.ts'

/** Where page views from before are not kept any more: since when they are. */
const viewsKeptFrom = z.string().nullable()

/** One visitor with the lead it became and its newest page views (at most 500). */
export const VisitorDetail = z.object({
  visitor: Visitor,
  /** Whether the owner marked this browser as their own, whatever other reason there is not to count it. */
  isMarkedOwn: z.boolean(),
  customer: Lead.nullable(),
  pageViews: z.array(PageView),
  viewsKeptFrom,
})
export type VisitorDetail = z.output<typeof VisitorDetail>

/** Something a lead reached in the funnel: watched to a second, applied on a page, booked. */
export const JourneyMilestone = z.object({
  id: z.string(),
  leadId: z.string(),
  kind: z.enum(['video_progress', 'application', 'booking']),
  at: z.string(),
  page: z.string().nullable(),
  watchTime: z.number().nullable(),
  /** True where only the browser said so. */
  claimed: z.boolean(),
  /** True where the application form or the calendar has confirmed such a thing for this lead with its signature. */
  confirmed: z.boolean(),
})

/** What each thing has that a vendor verified: what it is, when, for which lead, and by what it is known to be theirs. */
const verified = { id: z.string(), leadId: z.string(), at: z.string(), joinedBy: z.enum(joinedBy).nullable() }

/** A filled application form, confirmed by the form. */
export const JourneyApplication = z.object({
  ...verified,
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
})

/** An application by our own form that was begun and left unfinished; `answered` of the `of` questions that were asked. */
export const JourneyBegunApplication = z.object({
  id: z.string(),
  at: z.string(),
  page: z.string(),
  answered: z.number(),
  of: z.number(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
})

/** A step of a booking with the time that was booked then, who told it, and whether that was taken back. */
export const JourneyBooking = z.object({
  ...verified,
  step: z.enum([
    'requested',
    'created',
    'paid',
    'rescheduled',
    'moved',
    'no_show',
    'shown',
    'rejected',
    'cancelled',
  ]),
  toldBy: z.enum(outcomeTellers),
  isTakenBack: z.boolean(),
  title: z.string().nullable(),
  startTime: z.string().nullable(),
  reason: z.string().nullable(),
})

/** A booked call as it stands now. */
export const JourneyBookedCall = z.object({
  uid: z.string(),
  leadId: z.string(),
  title: z.string().nullable(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  status: z.enum(bookingStatuses),
})

/** A state of a call by the voice agent; what was said stands with the state in which the call ended. */
export const JourneyCall = z.object({
  ...verified,
  status: z.enum(callStatuses),
  durationSec: z.number().nullable(),
  summary: z.string().nullable(),
  recordingUrl: z.string().nullable(),
})

/** A wish for a call by the voice agent after an application: passed on, waiting, or not, and why not. */
export const JourneyCallRequest = z.object({
  id: z.string(),
  leadId: z.string(),
  at: z.string(),
  state: z.enum(['waiting', 'sent', 'not_called', 'parked']),
  reason: z.string().nullable(),
})

/** What became of a payment. */
export const paymentSteps = [
  'pending',
  'paid',
  'failed',
  'refunded',
  'refund_failed',
  'inquiry',
  'dispute_opened',
  'disputed',
  'reinstated',
  'dispute_won',
  'dispute_lost',
  'dispute_closed',
] as const

/** A step of a payment, confirmed by the checkout, with the amount of this step; `status` is how the payment stands now. */
export const JourneyPayment = z.object({
  ...verified,
  step: z.enum(paymentSteps),
  status: z.enum(paymentStatuses),
  amountMinor: z.number(),
  currency: z.string().nullable(),
  payerEmail: z.string().nullable(),
  isTest: z.boolean(),
})

/** One capture of a lead, with the page and the ad it came from. */
export const JourneyCapture = z.object({
  id: z.string(),
  leadId: z.string(),
  at: z.string(),
  page: z.string(),
  utmSource: z.string().nullable(),
  utmSourcePlatform: z.string().nullable(),
  utmPlacement: z.string().nullable(),
  utmCampaign: z.string().nullable(),
  utmAd: z.string().nullable(),
})

/** A tag a lead earned, by which rule, and how far its delivery to the CRM has come. */
export const JourneyTag = z.object({
  leadId: z.string(),
  /** The id of what it was earned by: a capture, a milestone, a view, or something that a vendor verifies. */
  causeId: z.string().nullable(),
  tagName: z.string(),
  at: z.string(),
  rule: z.string().nullable(),
  state: z.enum(['waiting', 'delivered', 'parked']),
})

/** Everything known of one person, for the timeline (docs/spec.md, 'Records'). */
export const Journey = z.object({
  visitors: z.array(Visitor),
  pageViews: z.array(PageView),
  viewsKeptFrom,
  leads: z.array(Lead),
  captures: z.array(JourneyCapture),
  milestones: z.array(JourneyMilestone),
  applications: z.array(JourneyApplication),
  begunApplications: z.array(JourneyBegunApplication),
  bookings: z.array(JourneyBooking),
  bookedCalls: z.array(JourneyBookedCall),
  /** What the CRM holds of the person; no payment. */
  opportunities: z.array(CrmOpportunity),
  calls: z.array(JourneyCall),
  callRequests: z.array(JourneyCallRequest),
  payments: z.array(JourneyPayment),
  tags: z.array(JourneyTag),
})
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
    summary:
      'All visitors, page views, leads, captures, milestones and tags of one person, and what vendors verify.',
  },
  'GET /api/leads/:leadId': {
    for: 'owner',
    input: z.object({ leadId: z.string() }),
    output: Lead,
    summary: 'One lead.',
  },
} satisfies Endpoints

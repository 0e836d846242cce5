import { z } from 'zod'
import { AdditionalData, attributionColumns } from './attribution.ts'
import { deviceColumns } from './device.ts'
import { Done, type Endpoints } from './endpoint.ts'
import { NextStep } from './next-step.ts'
import { ListQuery, sorting, trafficFilter } from './range.ts'
import { line } from './text.ts'

/** How far a lead's delivery to the CRM has come. */
export const deliveryStates = ['waiting', 'delivered', 'failing', 'parked'] as const

/** How far somebody has come, in order; each lead stands at the furthest one. */
export const leadStages = ['lead', 'saw-pitch', 'applied', 'booked'] as const
export type LeadStage = (typeof leadStages)[number]

/** The stages as the owner reads them, on the screen and in files. */
export const stageLabels: Record<LeadStage, string> = {
  lead: 'Lead',
  'saw-pitch': 'Saw the pitch',
  applied: 'Applied',
  booked: 'Booked a call',
}

/** A lead (customer) as the dashboard shows it (docs/spec.md, 'Records'): one per email. Dates are ISO strings. */
export const Lead = z.object({
  id: z.string(),
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  phoneE164: z.string().nullable(),
  /** The number as people write it; as it was typed where it could not be read. */
  phoneText: z.string(),
  slug: z.string(),
  captureSource: z.string(),
  captureCount: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
  createdAt: z.string(),
  tags: z.array(z.string()),
  /** The furthest step of the funnel that was reached, and when. */
  stage: z.enum(leadStages),
  stageAt: z.string(),
  /** What the owner means to do next, and by which day. */
  nextStep: NextStep.nullable(),
  /** Whether it is the owner's own test, whether the numbers hold it, and whether it is delivered nowhere for now. */
  isTest: z.boolean(),
  isCounted: z.boolean(),
  isHeld: z.boolean(),
  /** Whether other details came with its email from a browser not known as theirs, and the owner has not decided yet. */
  isUnconfirmed: z.boolean(),
  delivery: z.object({
    state: z.enum(deliveryStates),
    reason: z.string().nullable(),
    contactId: z.string().nullable(),
    deliveredAt: z.string().nullable(),
  }),
  ...attributionColumns,
  landingPath: z.string().nullable(),
  leadMagnet: z.string().nullable(),
  ipAddress: z.string().nullable(),
  ...deviceColumns,
  additionalData: AdditionalData,
})
export type Lead = z.output<typeof Lead>

/** A tag of a lead. `isOwn`: the owner gave it by hand. */
export const LeadTag = z.object({ id: z.string(), tagName: z.string(), isOwn: z.boolean() })
export type LeadTag = z.output<typeof LeadTag>

/** A submit that looked like spam: kept, hidden, and releasable by the owner (docs/spec.md, 'Capturing a lead'). */
export const QuarantinedCapture = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  page: z.string(),
  reason: z.string(),
  capturedAt: z.string(),
})
export type QuarantinedCapture = z.output<typeof QuarantinedCapture>

/** The columns leads can be sorted by. */
export const leadSorts = [
  'name',
  'stage',
  'source',
  'ad',
  'email',
  'phone',
  'page',
  'crm',
  'first-seen',
  'next-step',
] as const
export type LeadSort = (typeof leadSorts)[number]

/** Which leads to list. */
export const LeadsQuery = ListQuery.extend({
  hidden: z.enum(['true', 'false']).default('false'),
  include: z.enum(['customers', 'records']).default('customers'),
  tag: z.string().max(200).optional(),
  step: z.enum(['saw-pitch', 'applied', 'booked']).optional(),
  since: z.iso.datetime('must be a moment like 2026-11-21T18:20:00Z').optional(),
  ...sorting(leadSorts),
  ...trafficFilter,
})
export type LeadsQuery = z.output<typeof LeadsQuery>

// It is taken off by its name in an address, where one or two dots lead to another one.
const OwnTag = line(100)
  .min(1, 'must not be empty')
  .refine((tag) => tag !== '.' && tag !== '..', 'must be more than dots')

/** The dashboard's reads of leads and the release from quarantine. */
export const leadsApi = {
  'GET /api/customers': {
    for: 'owner',
    input: LeadsQuery,
    output: z.array(Lead),
    summary:
      'Leads captured in the range, newest capture first, one per email; `include=records` adds those known only from an analytics record, `tag` keeps those that carry it, `step` those that reached it, and `source`, `page`, `campaign` and `ad` those with a capture in the range that has all of them; `since` keeps those who became a lead after that moment, or with `step` those who reached it after that. `sort` and `dir` put up to 1,000 of them in another order; of more, they come newest first, with `X-Sort-Skipped: true`. `hidden=true` lists those that no number holds instead: the owner’s own tests, and what a block hides.',
  },
  'GET /api/analytics/records': {
    for: 'owner',
    input: ListQuery,
    output: z.array(Lead),
    summary: 'Leads known only from an analytics record: emails that are among the customers are skipped.',
  },
  'GET /api/leads/:leadId/tags': {
    for: 'owner',
    input: z.object({ leadId: z.string() }),
    output: z.array(LeadTag),
    summary: "A lead's tags.",
  },
  'POST /api/leads/:leadId/tags': {
    for: 'owner',
    input: z.object({ leadId: z.string(), tagName: OwnTag }),
    output: z.array(LeadTag),
    summary:
      'Gives a lead a tag by hand; it goes to the CRM where one is connected. Answers all tags of the lead.',
  },
  'DELETE /api/leads/:leadId/tags/:tagName': {
    for: 'owner',
    input: z.object({ leadId: z.string(), tagName: z.string().max(100) }),
    output: z.array(LeadTag),
    summary:
      'Takes off a tag that was given by hand. What the CRM has already stays there. Answers all tags of the lead.',
  },
  'POST /api/leads/:leadId/send-test': {
    for: 'owner',
    input: z.object({ leadId: z.string() }),
    output: Done,
    summary: "Delivers the owner's own test lead like any other; without this it goes nowhere.",
  },
  'GET /api/quarantine': {
    for: 'owner',
    input: ListQuery,
    output: z.array(QuarantinedCapture),
    summary: 'Submits held back as spam, newest first.',
  },
  'POST /api/quarantine/:id/release': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: z.object({ success: z.literal(true), leadId: z.string() }),
    summary: 'Turns a held submission into the lead it would have been.',
  },
} satisfies Endpoints

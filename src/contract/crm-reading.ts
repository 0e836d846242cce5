import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'

/** What can be read from the CRM, each with a scope of its own. */
export const crmHalves = ['calls', 'opportunities'] as const

/** What can be read from the CRM. */
export type CrmHalf = (typeof crmHalves)[number]

/** How reading one half of the CRM stands. */
export const CrmReading = z.object({
  half: z.enum(crmHalves),
  isOn: z.boolean(),
  lastReadAt: z.string().nullable(),
  /** How much of what is being read for the first time, or once a day as a whole, is read; null at other times. */
  progress: z.number().min(0).max(1).nullable(),
  /** Whether the token may not read this half. */
  lacksScope: z.boolean(),
  failingSince: z.string().nullable(),
  reason: z.string().nullable(),
  /** Until when reading rests because the CRM asked for it; no trouble. */
  pausedUntil: z.string().nullable(),
  /** What is known of it, and how much of that is of people who are leads here. */
  known: z.number(),
  ofLeads: z.number(),
  /** What could not be understood the last time, and why. */
  notRead: z.number(),
  notReadReason: z.string().nullable(),
})
export type CrmReading = z.output<typeof CrmReading>

/** An opportunity of the CRM that is of a person here. It is no payment. */
export const CrmOpportunity = z.object({
  id: z.string(),
  pipeline: z.string().nullable(),
  stage: z.string().nullable(),
  status: z.enum(['open', 'won', 'lost', 'abandoned']),
  /** As it was typed in the CRM, which says no currency. */
  value: z.number().nullable(),
  /** When its status changed last. */
  changedAt: z.string().nullable(),
})
export type CrmOpportunity = z.output<typeof CrmOpportunity>

/** The owner's calls about what is read from the CRM. */
export const crmReadingApi = {
  'GET /api/connections/crm/reading': {
    for: 'owner',
    input: z.object({}),
    output: z.object({ isConnected: z.boolean(), halves: z.array(CrmReading) }),
    summary: 'What is read from the CRM, when it was read last, and what is missing for it.',
  },
  'PUT /api/connections/crm/reading': {
    for: 'owner',
    input: z.object({ half: z.enum(crmHalves), isOn: z.boolean() }),
    output: Done,
    summary:
      'Switches the reading of calls or of opportunities on or off. What was read stays. Calls that were booked before it was switched on earn no tags.',
  },
  'POST /api/connections/crm/reading/now': {
    for: 'owner',
    input: z.object({}),
    output: Done,
    summary: 'Has what is switched on read again at once, without waiting for its turn.',
  },
} satisfies Endpoints

import { z } from 'zod'
import { type Endpoints, Replayed } from './endpoint.ts'
import { failureKinds } from './failure-kinds.ts'
import { SiteJob } from './site-jobs.ts'
import { VendorFieldState } from './vendor-settings.ts'
import { whyRefused } from './webhooks.ts'

/** Everything outside that the product works with. */
export const vendors = [
  'crm',
  'typeform',
  'cal',
  'stripe',
  'voice',
  'meta',
  'meta-ads',
  'email',
  'webhook',
] as const

/** One of the outside services. */
export type Vendor = (typeof vendors)[number]

/** Something a vendor did not take or we could not use: it was set aside with its reason. */
export const ParkedItem = z.object({
  id: z.string(),
  at: z.string(),
  title: z.string(),
  reason: z.string().nullable(),
  canReplay: z.boolean(),
  /** Why it is not tried again, in words. */
  whyNot: z.string().nullable(),
})

/** How a connection stands. `quiet`: it is set up and nothing has come through yet. */
export const Connection = z.object({
  vendor: z.enum(vendors),
  state: z.enum(['not-connected', 'quiet', 'working', 'failing']),
  failingSince: z.string().nullable(),
  reason: z.string().nullable(),
  lastSuccessAt: z.string().nullable(),
  /** How much waits to be worked off or tried again; nothing of it is lost. Without a CRM up to 1,000 leads. */
  waiting: z.number(),
  parked: z.number(),
  /** The newest of what was set aside. */
  parkedItems: z.array(ParkedItem),
  /** Whether any of it can be tried again. */
  canReplay: z.boolean(),
  canTest: z.boolean(),
  /** Why there is no test, or none of some part, where one might be expected. */
  whyNoTest: z.string().nullable(),
  /** Calls with a signature that did not fit, since the last one that did. */
  refused: z
    .object({ number: z.number(), lastAt: z.string(), why: z.enum(whyRefused).nullable() })
    .nullable(),
  /** When the last delivery came whose signature was right; null for vendors that do not deliver. */
  lastReceivedAt: z.string().nullable(),
  /** Where the vendor delivers. */
  webhookUrl: z.string().nullable(),
  /** The environment variables that connect it, and which of them are set; their values stay on the server. */
  variables: z.array(z.object({ name: z.string(), isSet: z.boolean() })),
  /** How each of its values stands that can be entered in the dashboard. */
  fields: z.array(VendorFieldState),
})
export type Connection = z.output<typeof Connection>

/** The newest comparison of what we hold with what the CRM holds. */
export const Comparison = z.object({
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  toCompare: z.number(),
  compared: z.number(),
  repaired: z.number(),
  reason: z.string().nullable(),
  differences: z.array(
    z.object({
      leadId: z.string(),
      name: z.string(),
      what: z.enum(['contact-gone', 'tag-missing', 'other-email']),
      detail: z.string().nullable(),
    }),
  ),
})
export type Comparison = z.output<typeof Comparison>

/** All connections at a glance. */
export const Connections = z.object({
  connections: z.array(Connection),
  comparison: Comparison.nullable(),
  /** Who does what of the funnel: we, a vendor, or nobody yet. */
  jobs: z.array(SiteJob),
  /** Whether the site's own address is known; without it the webhook addresses are a guess. */
  isAddressKnown: z.boolean(),
})

/** A vendor that has been failing for more than five minutes. */
export const Trouble = z.object({
  vendor: z.enum(vendors),
  since: z.string(),
  reason: z.string().nullable(),
  waiting: z.number(),
  /** Why, as far as anything decides by it; null where it is not known. */
  kind: z.enum(failureKinds).nullable(),
})
export type Trouble = z.output<typeof Trouble>

const vendor = z.enum(vendors)
const Told = z.object({ success: z.boolean(), message: z.string() })

/** The owner's calls about the outside services. */
export const connectionsApi = {
  'GET /api/connections': {
    for: 'owner',
    input: z.object({}),
    output: Connections,
    summary: 'How every connection stands, what was set aside, and what to enter where.',
  },
  'GET /api/connections/trouble': {
    for: 'owner',
    input: z.object({}),
    output: z.array(Trouble),
    summary: 'Vendors that have been failing for more than five minutes.',
  },
  'GET /api/connections/crm/state': {
    for: 'owner',
    input: z.object({}),
    output: z.object({ isConnected: z.boolean() }),
    summary:
      'Whether leads and tags are delivered to a CRM; without one they are kept here, and nothing waits.',
  },
  'POST /api/connections/:vendor/test': {
    for: 'owner',
    input: z.object({ vendor }),
    output: Told,
    summary:
      'Asks the vendor, or for one that delivers our own address, something harmless and says in words how it went.',
  },
  'POST /api/connections/:vendor/replay': {
    for: 'owner',
    input: z.object({ vendor }),
    output: Replayed,
    summary: 'Tries everything again that was set aside for this vendor.',
  },
  'POST /api/connections/:vendor/parked/:id/replay': {
    for: 'owner',
    input: z.object({ vendor, id: z.string() }),
    output: Replayed,
    summary: 'Tries one thing again that was set aside.',
  },
  'POST /api/connections/crm/compare': {
    for: 'owner',
    input: z.object({}),
    output: Told,
    summary: 'Compares what we hold with what the CRM holds now; a daily run does the same.',
  },
} satisfies Endpoints

import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { readNetwork } from './network.ts'
import { line } from './text.ts'

const reason = z
  .union([line(500), z.null()])
  .optional()
  .transform((value) => value || null)
const isActive = z.enum(['true', 'false'])

/** A blocked address or prefix (docs/spec.md, 'Records'). `isActive` goes out as text, as specified. */
export const BlockedIp = z.object({
  id: z.string(),
  ipAddress: z.string(),
  reason: z.string().nullable(),
  isActive,
  blockedAt: z.string(),
})

/** A blocked page path (docs/spec.md, 'Records'). */
export const BlockedPage = z.object({
  id: z.string(),
  pagePath: z.string(),
  reason: z.string().nullable(),
  isActive,
  blockedAt: z.string(),
})

/** What a block's switch would change in the numbers of all days: hide it, or bring it back where it is active. */
const BlockPreview = z.object({
  isBlocked: z.boolean(),
  /** Whether visitors and leads are about right rather than exact: estimated from a sample where a page has thousands. */
  isEstimate: z.boolean(),
  /** Before this day numbers are counted for good and stay as they are; null where none are. */
  keptFrom: z.string().nullable(),
  visitors: z.number(),
  pageViews: z.number(),
  leads: z.number(),
})
export type BlockPreview = z.output<typeof BlockPreview>

const ipAddress = line(60).transform((text, context) => {
  const network = readNetwork(text)
  if (network === undefined)
    context.addIssue('must be an address like 192.0.2.1 or 2001:db8::1, or a prefix like 192.0.2.0/24')
  return network ?? z.NEVER
})
const pagePath = line(500)
  .refine((path) => path.startsWith('/'), 'must start with a slash')
  .refine((path) => !/[?#]/.test(path), 'must be a path alone, without ? or #')

const Toggle = z.object({ id: z.string(), isActive: z.boolean() })

/** Blocking hides an address's or a page's traffic, past included; switching it off brings all of it back. */
export const blockingApi = {
  'GET /api/blocked-ips': {
    for: 'owner',
    input: z.object({}),
    output: z.array(BlockedIp),
    summary: 'Blocked addresses, newest first.',
  },
  'GET /api/blocked-pages': {
    for: 'owner',
    input: z.object({}),
    output: z.array(BlockedPage),
    summary: 'Blocked page paths, newest first.',
  },
  'GET /api/blocked-ips/preview': {
    for: 'owner',
    input: z.object({ ipAddress }),
    output: BlockPreview,
    summary: 'What blocking an address would hide, or what unblocking it would bring back.',
  },
  'GET /api/blocked-pages/preview': {
    for: 'owner',
    input: z.object({ pagePath }),
    output: BlockPreview,
    summary: 'What blocking a page path would hide, or what unblocking it would bring back.',
  },
  'POST /api/blocked-ips': {
    for: 'owner',
    input: z.object({ ipAddress, reason }),
    output: BlockedIp,
    summary:
      'Blocks an IPv4 or IPv6 address, or a prefix of one (/8 and longer, IPv6 /16 and longer), past traffic included.',
  },
  'POST /api/blocked-pages': {
    for: 'owner',
    input: z.object({ pagePath, reason }),
    output: BlockedPage,
    summary: 'Blocks a page path, past traffic included.',
  },
  'PATCH /api/blocked-ips/:id': {
    for: 'owner',
    input: Toggle,
    output: BlockedIp,
    summary: 'Switches an address block on or off.',
  },
  'PATCH /api/blocked-pages/:id': {
    for: 'owner',
    input: Toggle,
    output: BlockedPage,
    summary: 'Switches a page block on or off.',
  },
} satisfies Endpoints

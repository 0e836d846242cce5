import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { exclusionReasons } from './visitor.ts'

/** "This is me": the owner's own browser, left out of every number until it is taken back; and the address it comes from. */
export const ownBrowserApi = {
  'GET /api/analytics/own-address': {
    for: 'owner',
    input: z.object({}),
    output: z.object({ ipAddress: z.string() }),
    summary: 'The address that the owner’s browser comes from now.',
  },
  'PUT /api/visitors/:id/exclude': {
    for: 'owner',
    input: z.object({ id: z.string(), excluded: z.boolean('must be true or false') }),
    output: z.object({ excluded: z.enum(exclusionReasons).nullable(), isMarkedOwn: z.boolean() }),
    summary:
      'Leaves a browser out of views, visitors and leads as the owner’s own, or takes that back exactly.',
  },
} satisfies Endpoints

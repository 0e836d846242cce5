import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'

/** What a page may hand to the form or the checkout it leads to, so that what comes back finds its lead. */
export const ownLeadApi = {
  'GET /api/leads/own': {
    for: 'anyone',
    input: z.object({}),
    output: z.object({ lead: z.object({ id: z.string(), email: z.string() }).nullable() }),
    summary: 'The id and email of the lead that the browser behind the cookie submitted last.',
  },
} satisfies Endpoints

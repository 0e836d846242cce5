import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'

/** What a page may hand to the form or the checkout it leads to, so that what comes back finds its lead. */
export const ownLeadApi = {
  'GET /api/leads/own': {
    for: 'anyone',
    input: z.object({}),
    output: z.object({ lead: z.object({ id: z.string(), email: z.string() }).nullable() }),
    summary: 'The email that the browser behind the cookie submitted last, and the token of that submit.',
  },
} satisfies Endpoints

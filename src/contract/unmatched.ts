import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'

/** Somebody who applied, booked or paid and left no lead form: nobody's, as far as we know. */
export const UnmatchedPerson = z.object({
  /** The id of what they did last; joining it joins all that they did. */
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** What they did, the newest first. */
  did: z.array(z.object({ kind: z.enum(['application', 'booking', 'payment']), at: z.string() })),
})
export type UnmatchedPerson = z.output<typeof UnmatchedPerson>

const Done = z.object({ success: z.literal(true), leadId: z.string() })

/** The owner's calls about people without a lead. */
export const unmatchedApi = {
  'GET /api/unmatched': {
    for: 'owner',
    input: z.object({ limit: z.coerce.number<number | string>().int().min(1).max(1000).default(100) }),
    output: z.array(UnmatchedPerson),
    summary:
      'People who applied, booked or paid and are no lead, newest first, of all days; `X-Total-Count` says how many.',
  },
  'POST /api/unmatched/:id/join': {
    for: 'owner',
    input: z.object({ id: z.string(), leadId: z.string() }),
    output: Done,
    summary: 'Says which lead somebody is; all that they did counts for that lead.',
  },
  'POST /api/unmatched/:id/lead': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: Done,
    summary: 'Makes somebody who gave an email a lead; all that they did counts for it.',
  },
} satisfies Endpoints

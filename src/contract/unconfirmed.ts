import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'

/**
 * What a browser gave with a lead's email that was not known to be that person's: as it was typed there last, and what
 * the owner said of it. `phoneE164` is null where the number cannot be read. Dates are ISO strings.
 */
export const UnconfirmedDetails = z.object({
  /** The newest such submit of that browser. */
  id: z.string(),
  visitorId: z.string(),
  state: z.enum(['open', 'confirmed', 'parted']),
  name: z.string(),
  phone: z.string(),
  phoneE164: z.string().nullable(),
  page: z.string(),
  at: z.string(),
  utmSource: z.string().nullable(),
  utmCampaign: z.string().nullable(),
  /** How often that browser gave the email. */
  submits: z.number(),
  decidedAt: z.string().nullable(),
})
export type UnconfirmedDetails = z.output<typeof UnconfirmedDetails>

const decision = {
  for: 'owner' as const,
  input: z.object({ id: z.string() }),
  output: Done,
}

/** The owner's word on details that came with a known email from a browser not known to be that person's. */
export const unconfirmedApi = {
  'GET /api/leads/:leadId/unconfirmed': {
    for: 'owner',
    input: z.object({ leadId: z.string() }),
    output: z.array(UnconfirmedDetails),
    summary:
      'Details given with a lead’s email in other browsers, one per browser, those without a word on them first.',
  },
  'POST /api/unconfirmed/:id/confirm': {
    ...decision,
    summary:
      'Says that it was the same person: the details apply here and in the CRM, and the browser is theirs.',
  },
  'POST /api/unconfirmed/:id/part': {
    ...decision,
    summary:
      'Says that it was somebody else: the submissions stay as evidence, the lead is as it was, and the browser counts for it no more.',
  },
} satisfies Endpoints

import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'

/** The owner's calls for one person's rights (decisions §4). */
export const peopleApi = {
  'GET /api/people/:personId/export': {
    for: 'owner',
    input: z.object({ personId: z.string() }),
    output: z.record(z.string(), z.unknown()),
    summary: 'Everything that is held of one person, as a file to download.',
  },
  'POST /api/people/:personId/erase': {
    for: 'owner',
    input: z.object({ personId: z.string() }),
    output: z.object({ success: z.literal(true) }),
    summary: 'Takes one person out of everything, here and at the CRM; the numbers stay. Twice is harmless.',
  },
} satisfies Endpoints

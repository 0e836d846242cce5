import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'

// Rows go out as they are stored, whatever a later version adds to them.
const Rows = z.array(z.record(z.string(), z.unknown()))

/** Everything that is held of one person: who and when, and by its kind what is stored, row by row. */
const HeldOfPerson = z.object({ personId: z.string(), exportedAt: z.string() }).catchall(Rows)
export type HeldOfPerson = z.output<typeof HeldOfPerson>

/** The owner's calls for one person's rights (docs/spec.md, 'Privacy'). */
export const peopleApi = {
  'GET /api/people/:personId/export': {
    for: 'owner',
    input: z.object({ personId: z.string() }),
    output: HeldOfPerson,
    summary: 'Everything that is held of one person, as a file to download.',
  },
  'POST /api/people/:personId/erase': {
    for: 'owner',
    input: z.object({ personId: z.string() }),
    output: Done,
    summary: 'Takes one person out of everything, here and at the CRM; the numbers stay. Twice is harmless.',
  },
} satisfies Endpoints

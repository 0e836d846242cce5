import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { exclusionReasons } from './visitor.ts'

/** "This is me": the owner's own browser, left out of every number until it is taken back. */
export const ownBrowserApi = {
  'PUT /api/visitors/:id/exclude': {
    for: 'owner',
    input: z.object({ id: z.string(), excluded: z.boolean('must be true or false') }),
    output: z.object({ excluded: z.enum(exclusionReasons).nullable(), isMarkedOwn: z.boolean() }),
    summary:
      'Leaves a browser out of views, visitors and leads as the owner’s own, or takes that back exactly.',
  },
} satisfies Endpoints

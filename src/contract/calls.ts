import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { callStatuses } from './webhook-voice.ts'

/** Why there is no call. */
export const noCallReasons = ['consent', 'phone', 'hours', 'busy', 'trouble'] as const

/**
 * How the announced call stands for the browser that asks: a state that the voice agent reported; `expected`, it is on
 * its way; `not-called`, there will be none; `unknown`, nobody can say, and the page's countdown is all.
 */
export const AnnouncedCall = z.object({
  state: z.enum([...callStatuses, 'expected', 'not-called', 'unknown']),
  /**
   * Why there is none: no consent to automated calls, no number that may be dialled, night where the number is, as many
   * calls as there may be, or trouble on our side.
   */
  reason: z.enum(noCallReasons).optional(),
})
export type AnnouncedCall = z.output<typeof AnnouncedCall>

/** The page's look at its visitor's call. */
export const callsApi = {
  'GET /api/calls/state': {
    for: 'anyone',
    input: z.object({}),
    output: AnnouncedCall,
    summary:
      'The call of the visitor behind the cookie, to the number it gave here itself; never anybody else’s.',
  },
} satisfies Endpoints

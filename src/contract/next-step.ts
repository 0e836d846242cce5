import { z } from 'zod'

/** What is to be done next about a lead, and by which day. */
export const NextStep = z.object({ text: z.string(), dueOn: z.iso.date() })
export type NextStep = z.output<typeof NextStep>

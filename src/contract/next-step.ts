import { z } from 'zod'

/** The day by which something is to be done; the calendar has no year 0. */
export const DueDay = z.iso
  .date('must be a date like 2026-11-21')
  .refine((day) => day >= '0001', 'must be a date like 2026-11-21')

/** What is to be done next about a lead, and by which day. */
export const NextStep = z.object({ text: z.string(), dueOn: DueDay })
export type NextStep = z.output<typeof NextStep>

import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'

/** The longest time, in months, that can be chosen besides for ever. */
export const MOST_MONTHS = 120

const whole = 'must be a whole number of months'
const months = z
  .number(whole)
  .int(whole)
  .min(1, 'must be at least 1 month')
  .max(MOST_MONTHS, `must be at most ${MOST_MONTHS} months`)
  .nullable()

/** For how many months the owner keeps what is not kept for good; null is for ever. */
export const KeptMonths = z.object({
  /** Page views, visitors and their addresses, by whole months. */
  views: months,
  /** What vendors sent, word for word. */
  bodies: months,
  /** The log of tag rules, of comparisons with the CRM and of alerts. */
  logs: months,
  /** Sign-ins that have ended, and wrong passwords. */
  sessions: months,
})
export type KeptMonths = z.output<typeof KeptMonths>

/** Which page views are past a time. */
export const PastTime = z.object({
  pageViews: z.number(),
  /** The day, in the owner's timezone, of the oldest of them; null where there are none. */
  firstDay: z.string().nullable(),
  /** The first day of which everything is kept. */
  keptFrom: z.string().nullable(),
  /** What the database gets back. */
  bytes: z.number(),
})
export type PastTime = z.output<typeof PastTime>

/** Which page views go next, and when. */
export const NextToGo = PastTime.extend({ at: z.string() })

/** How long data is kept, and how that stands. */
export const Retention = z.object({
  months: KeptMonths,
  /** The first day, in the owner's timezone, whose page views are kept; null where none were dropped. What is older is counted for good. */
  keptFrom: z.string().nullable(),
  /** What goes next. */
  next: NextToGo,
  /** When the last work that was done to its end began. */
  doneAt: z.string().nullable(),
  /** Why something could not be taken away, in a sentence. */
  problem: z.string().nullable(),
  /** Whether a backup is made before anything goes, and when the last proved one was made. */
  backup: z.object({ isMade: z.boolean(), lastAt: z.string().nullable() }),
})
export type Retention = z.output<typeof Retention>

/** The owner's choice of how long data is kept. */
export const retentionApi = {
  'GET /api/retention': {
    for: 'owner',
    input: z.object({}),
    output: Retention,
    summary: 'How long data is kept, from which day page views are there, and what goes next.',
  },
  'GET /api/retention/preview': {
    for: 'owner',
    input: z.object({
      views: z.coerce.number<number | string>(whole).int(whole).min(1).max(MOST_MONTHS),
    }),
    output: PastTime,
    summary: 'Which page views would go if they were kept for so many months. Changes nothing.',
  },
  'PUT /api/retention': {
    for: 'owner',
    input: KeptMonths.partial(),
    output: Retention,
    summary:
      'Changes for how many months data is kept; what is then past its time goes the next night and cannot be brought back.',
  },
} satisfies Endpoints

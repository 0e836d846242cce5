import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'

/** What became of a booked call. */
export const outcomes = ['held', 'no_show', 'moved', 'cancelled'] as const

/** What became of a booked call. */
export type Outcome = (typeof outcomes)[number]

/** Who says what became of a call. */
export const outcomeTellers = ['owner', 'calendar', 'crm'] as const

/** Who says what became of a call. */
export type OutcomeTeller = (typeof outcomeTellers)[number]

/** How a booking stands. */
export const bookingStatuses = [
  'requested',
  'booked',
  'held',
  'no_show',
  'rejected',
  'cancelled',
  'rescheduled',
  'unknown',
] as const

/** How a booking stands. */
export type BookingStatus = (typeof bookingStatuses)[number]

/** A booked call of the past that nobody has said the outcome of. */
export const OpenCall = z.object({
  uid: z.string(),
  leadId: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The phone number as people write it. */
  phoneText: z.string().nullable(),
  title: z.string().nullable(),
  startTime: z.string(),
  endTime: z.string().nullable(),
})
export type OpenCall = z.output<typeof OpenCall>

/** How many days back a call is asked about: nobody remembers how an older one went. */
export const ASKED_FOR_DAYS = 60

const uid = z.string().max(200)

/** The owner's calls about what became of booked calls. */
export const outcomesApi = {
  'GET /api/bookings/without-outcome': {
    for: 'owner',
    input: z.object({ limit: z.coerce.number<number | string>().int().min(1).max(1000).default(100) }),
    output: z.array(OpenCall),
    summary:
      'Booked calls of the last 60 days that are over and that nobody has said the outcome of, newest first; `X-Total-Count` says how many.',
  },
  'POST /api/bookings/:uid/outcome': {
    for: 'owner',
    input: z.object({ uid, outcome: z.enum(outcomes) }),
    output: Done.extend({ status: z.enum(bookingStatuses) }),
    summary:
      'Notes what became of a call, whichever calendar it was booked in. The newest word wins, all are kept.',
  },
  'DELETE /api/bookings/:uid/outcome': {
    for: 'owner',
    input: z.object({ uid }),
    output: Done.extend({ status: z.enum(bookingStatuses) }),
    summary: 'Takes the owner’s newest word on a call back; what was known before it holds again.',
  },
} satisfies Endpoints

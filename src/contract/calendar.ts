import { z } from 'zod'
import { CalendarRules, TimezoneName } from './calendar-hours.ts'
import { leadFields } from './capture.ts'
import { consentFields } from './consent.ts'
import { Done, type Endpoints } from './endpoint.ts'
import { OpenCall } from './outcomes.ts'
import { line, lines, reportedText } from './text.ts'

const Instant = z.iso.datetime({ offset: true, error: 'must be a time, such as 2026-12-01T09:00:00Z' })

/** The times that can be booked, in UTC. */
export const FreeSlots = z.object({
  slots: z.array(z.string()),
  lengthMinutes: z.number(),
  /** The coach's own timezone. */
  timezone: z.string(),
  /** Calls are booked elsewhere, or not at all: that there is no time does not mean that all are taken. */
  isClosed: z.literal(true).optional(),
})
export type FreeSlots = z.output<typeof FreeSlots>

/** A call as whoever booked it sees it. */
export const BookedCall = z.object({
  uid: z.string(),
  state: z.enum(['booked', 'cancelled']),
  title: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  location: z.string(),
  attendeeName: z.string(),
  email: z.string(),
  /** The timezone that it was booked in. */
  timezone: z.string(),
  /** Whether it can still be moved or cancelled: it has not begun. */
  canChange: z.boolean(),
})
export type BookedCall = z.output<typeof BookedCall>

/** A call, and the token that its links hold. */
export const Booked = z.object({
  success: z.literal(true),
  token: z.string(),
  booking: BookedCall,
  /** Whether mail can be sent at present: until then nobody is promised any. */
  isMailed: z.boolean(),
})
export type Booked = z.output<typeof Booked>

/** The answer to whoever was not the first: why not, and what is free instead. */
export const SlotTaken = FreeSlots.extend({ error: z.string() })
export type SlotTaken = z.output<typeof SlotTaken>

const timezone = TimezoneName.optional().catch(undefined)

/** What a booking takes, as JSON or as a plain form. */
export const BookCallInput = z.object({
  start: Instant,
  name: leadFields.name,
  email: leadFields.email,
  phone: line(40).prefault(''),
  note: lines(1000).prefault(''),
  timezone,
  page: line(2000).prefault('/bookstrategy'),
  /** One random id a booking: sent again it is the same booking, at the time that is asked for now. */
  bookingId: reportedText(64),
  /** The times that were asked for under this id before and not answered; one that is not among them stays. */
  earlierTimes: z.array(Instant).max(50, 'must have at most 50 entries').optional(),
  /** Filled only by machines. */
  website: reportedText(500),
  ...consentFields,
})
export type BookCallInput = z.output<typeof BookCallInput>

const token = z.string().max(200)

/** The visitor's calls: what is free, and the booking behind a link. */
export const calendarApi = {
  'GET /api/calendar/slots': {
    for: 'anyone',
    input: z.object({ from: Instant.optional(), to: Instant.optional() }),
    output: FreeSlots,
    summary:
      'The times that can be booked between two moments, in UTC; without any, all that are offered. Where calls are booked elsewhere, none, and `isClosed`.',
  },
  'POST /api/calendar/bookings': {
    for: 'anyone',
    input: BookCallInput,
    output: Booked,
    conflict: SlotTaken,
    summary:
      'Books a time, once for each `bookingId`, whose call moves where another time follows; a taken one is 409 with the times that are free.',
  },
  'GET /api/calendar/bookings/:token': {
    for: 'anyone',
    input: z.object({ token }),
    output: BookedCall,
    summary: 'The booking behind a signed link.',
  },
  'GET /api/calendar/bookings/:token/slots': {
    for: 'anyone',
    input: z.object({ token }),
    output: FreeSlots,
    summary:
      'The times that a booking can be moved to, its own among them; also while new ones are booked elsewhere.',
  },
  'POST /api/calendar/bookings/:token/move': {
    for: 'anyone',
    input: z.object({ token, start: Instant, timezone }),
    output: Booked,
    conflict: SlotTaken,
    summary: 'Moves a booking to another time; a taken one is 409 with the times that are free.',
  },
  'POST /api/calendar/bookings/:token/cancel': {
    for: 'anyone',
    input: z.object({ token, reason: line(500).prefault('') }),
    output: Booked,
    summary: 'Cancels a booking; doing it again changes nothing.',
  },
} satisfies Endpoints

/** How reading the coach's own calendar stands; its address is a secret and never comes back. */
export const BusyTimes = z.object({
  isSet: z.boolean(),
  /** Whose calendar service it is, such as calendar.google.com. */
  host: z.string().nullable(),
  readAt: z.string().nullable(),
  /** How many stretches of time it keeps busy within the time that can be booked. */
  busy: z.number(),
  problem: z.string().nullable(),
})
export type BusyTimes = z.output<typeof BusyTimes>

/** All that the owner sets of the own calendar. */
export const CalendarSetup = z.object({
  rules: CalendarRules,
  busyTimes: BusyTimes,
  /** The address of the feed of bookings, for the coach's calendar app. */
  feed: z.string(),
  /** How many times can be booked now. */
  freeSlots: z.number(),
  /** What takes every time that could be booked; null where one is free. */
  whyNoneFree: z.string().nullable(),
})
export type CalendarSetup = z.output<typeof CalendarSetup>

/** A booked call in the owner's list, whichever calendar it was booked in. */
export const UpcomingCall = OpenCall.extend({
  id: z.string(),
  note: z.string().nullable(),
  location: z.string().nullable(),
  outcome: z.enum(['held', 'no_show']).nullable(),
  isOver: z.boolean(),
  /** Where it is moved or cancelled; null for a booking of another calendar. */
  manage: z.string().nullable(),
})
export type UpcomingCall = z.output<typeof UpcomingCall>

/** The owner's calls about the own calendar and what was booked. */
export const calendarOwnerApi = {
  'GET /api/calendar/setup': {
    for: 'owner',
    input: z.object({}),
    output: CalendarSetup,
    summary: 'When calls can be booked in the own calendar, and what keeps times busy.',
  },
  'PUT /api/calendar/setup': {
    for: 'owner',
    input: CalendarRules.partial().extend({ inPlaceOf: CalendarRules.partial().optional() }),
    output: CalendarSetup,
    summary:
      'Changes the rules that are named and answers all of them. Where one of them is another by now than in `inPlaceOf`, all stay and the answer is 409.',
  },
  'PUT /api/calendar/busy': {
    for: 'owner',
    input: z.object({ address: z.string().trim().max(2000, 'must be at most 2000 characters') }),
    output: CalendarSetup,
    summary:
      'Sets the private iCal address that busy times are read from, or removes it where it is empty, and reads it.',
  },
  'POST /api/calendar/feed/renew': {
    for: 'owner',
    input: z.object({}),
    output: CalendarSetup,
    summary: 'Gives the feed of bookings another address; the one before stops.',
  },
  'GET /api/calendar/upcoming': {
    for: 'owner',
    input: z.object({}),
    output: z.array(UpcomingCall),
    summary:
      'Booked calls of the last week and to come, the earliest first: of either at most the 300 nearest to now; `X-Total-Count` says how many there are.',
  },
  'POST /api/calendar/upcoming/:id/outcome': {
    for: 'owner',
    input: z.object({ id: z.string(), outcome: z.enum(['held', 'no_show']) }),
    output: Done,
    summary: 'Notes whether a call took place.',
  },
} satisfies Endpoints

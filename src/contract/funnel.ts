import { z } from 'zod'
import { consentFields } from './consent.ts'
import { Done, type Endpoints } from './endpoint.ts'
import { line, reported, reportedNumber, reportedText } from './text.ts'
import { mostWatchedSteps } from './training-times.ts'

/** The tag of a booked call, the only one that add-booking-tag may name (docs/spec.md, 'Calls and bodies'). */
export const bookingTag = 'VH04 - Booked Call'

/** The seconds of the video that the owner's rules wait for now. */
const Awaited = z.object({ seconds: z.array(z.number()) })
const path = line(2000).prefault('/')

/** What `POST /api/process-typeform-completion` takes (docs/spec.md, 'Calls and bodies'). */
export const CompletionInput = z
  .object({
    first_name: reportedText(200),
    last_name: reportedText(200),
    email: reportedText(254).transform((value) => value?.toLowerCase()),
    phone: reportedText(40),
    utm_source: reportedText(500),
    utm_medium: reportedText(500),
    utm_campaign: reportedText(500),
    utm_term: reportedText(500),
    utm_content: reportedText(500),
    page: path,
    ...consentFields,
  })
  .refine((input) => input.email || input.phone, {
    message: 'An email or a phone is needed.',
    path: ['email'],
  })

/** The calls that follow a lead through the funnel, made safe: each may be repeated. */
export const funnelApi = {
  'POST /api/leads/add-video-tag': {
    for: 'anyone',
    input: z.object({
      fingerprint: reportedText(64),
      watchTime: reportedNumber(86_400),
      ...consentFields,
    }),
    output: Done,
    summary: 'Notes how far the visitor behind the cookie watched, and tags its lead by the rules.',
  },
  'POST /api/leads/application-confirmation': {
    for: 'anyone',
    input: z.object({ fingerprint: reportedText(64), page: path, ...consentFields }),
    output: Done,
    summary: 'Notes that the visitor behind the cookie reached a confirmation page.',
  },
  'POST /api/process-typeform-completion': {
    for: 'anyone',
    input: CompletionInput,
    output: Done,
    summary: 'Notes a claimed application; tags the lead only where it is the caller’s own.',
  },
  'POST /api/leads/add-booking-tag': {
    for: 'anyone',
    input: z.object({
      email: line(254).transform((value) => value.toLowerCase()),
      tagName: z.literal(bookingTag, `must be '${bookingTag}'`),
      source: z.literal('cal_booking', "must be 'cal_booking'"),
      ...consentFields,
    }),
    output: Done,
    summary: 'Notes a claimed booking; an email that the caller did not submit is "Contact not found".',
  },
  'POST /api/visitors/watch-progress': {
    for: 'anyone',
    input: z.object({
      media: line(64).refine((value) => value !== '', 'must name the video'),
      /** Numbers of five-second steps that were really watched, in any order. */
      steps: z.array(z.number().int().min(0).max(10_000)).max(mostWatchedSteps),
      position: reportedNumber(86_400),
      duration: reported(z.number().min(0).max(86_400)),
      ...consentFields,
    }),
    output: Done.extend(Awaited.shape),
    summary:
      'Adds watched steps of a video to the visitor behind the cookie, and tags its lead by the rules; answers the seconds that rules wait for.',
  },
  'GET /api/visitors/awaited-seconds': {
    for: 'anyone',
    input: z.object({}),
    output: Awaited,
    summary: 'The seconds of the video that rules wait for: a page reports each of them as it is reached.',
  },
} satisfies Endpoints

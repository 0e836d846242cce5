import { z } from 'zod'
import { pixelEventNames } from './ads-on-page.ts'
import { consentFields } from './consent.ts'
import { Done, type Endpoints } from './endpoint.ts'
import { line, reportedText } from './text.ts'

const path = line(500).refine((value) => /^\/(?!\/)/.test(value), 'must be a path of this site')

/**
 * One pixel event as the browser reports it. Value and currency are the owner's: the server takes them from the
 * site content, never from a browser.
 */
export const PixelEventInput = z.object({
  /** The id the pixel sends too, so that its server-side twin counts as the same event. */
  eventId: z.uuid('must be a UUID').transform((value) => value.toLowerCase()),
  eventName: z.enum(pixelEventNames, 'must be an event of the funnel'),
  path,
  moment: z.enum(['load', 'popup', 'submit', 'checkout']).default('load'),
  /** The booking's uid, for `Schedule`. */
  booking: reportedText(100),
  /** Where the browser is, for the rule by region, in case this call arrives before the visit’s own. */
  timezone: reportedText(64),
  ...consentFields,
})

/** The calls about advertising. Both may be repeated. */
export const adsApi = {
  'POST /api/visitors/pixel-event': {
    for: 'anyone',
    input: PixelEventInput,
    /** `isNew`: the pixel may fire it. The same event id gets the same answer again. */
    output: z.object({ success: z.literal(true), isNew: z.boolean() }),
    summary: 'Claims a pixel event for the visitor behind the cookie, once per visitor, person or booking.',
  },
  'POST /api/visitors/ad-consent': {
    for: 'anyone',
    input: z.object({
      choice: z.enum(['granted', 'refused']),
      /** The version of the words the visitor saw. */
      version: line(64),
      page: path,
      ...consentFields,
    }),
    output: Done,
    summary:
      'Keeps the visitor’s choice about cookies as a receipt with the words shown. A yes sets the cookie, a no ends it.',
  },
} satisfies Endpoints

import { z } from 'zod'
import { attributionFields } from './attribution.ts'
import { consentFields } from './consent.ts'
import { deviceFields } from './device.ts'
import { Done, type Endpoints } from './endpoint.ts'
import { line, reported, reportedText } from './text.ts'

// No page is asked for by a longer address: it comes in a request's head, which Node takes up to this size.
const LONGEST_ADDRESS = 16_384
const path = line(LONGEST_ADDRESS).refine((value) => value.startsWith('/'), 'must start with a slash')

/** A page view as the browser reports it (docs/spec.md, 'Calls and bodies'). `path` may carry its query string. */
export const PageViewInput = z.object({
  path,
  title: reportedText(300),
  referrer: reportedText(1000),
  ...consentFields,
  /** A random UUID per view: a view that is delivered twice counts once. */
  eventId: reported(z.uuid()),
  ...deviceFields,
  ...attributionFields,
})

/** A visitor as the browser reports it: a page view's fields, `landingPath` and the device's. */
export const TrackInput = PageViewInput.extend({ landingPath: reportedText(2000) })

/** The calls of the tracker; both are answered only once their event is on disk. */
export const trackingApi = {
  'POST /api/visitors/track': {
    for: 'anyone',
    input: TrackInput,
    output: Done,
    summary:
      'Stores the visitor behind the cookie, with device and attribution; sets the cookie. Where visitors are asked first, `consent: true` says that this one said yes; without it there is no cookie, and what tells visitors apart is left out.',
  },
  'POST /api/visitors/page-view': {
    for: 'anyone',
    input: PageViewInput,
    output: Done,
    summary: 'Stores one page view of the visitor behind the cookie.',
  },
} satisfies Endpoints

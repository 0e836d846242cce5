import { z } from 'zod'
import { consentFields } from './consent.ts'
import { Done, type Endpoints } from './endpoint.ts'

// Pages of this site have one-word paths. Nothing else can be a target, so no link can lead to another site.
const PAGE_PATH = /^\/(?!analytics$)[a-z0-9-]{0,60}$/

/** Whether a hand-off may lead to this path: a page of this site, without query or fragment. */
export const isHandOffTarget = (path: string): boolean => PAGE_PATH.test(path)

// A whole sentence: by its key alone the field would be called what the last day of a range is.
const NO_TARGET = 'The page to go on with must be a page of this site.'

/** The call that makes a link which carries a visit from an app's browser to the real one, and the owner's way back. */
export const handOffApi = {
  'POST /api/visitors/hand-off': {
    for: 'anyone',
    input: z.object({
      to: z.string(NO_TARGET).refine(isHandOffTarget, NO_TARGET).default('/'),
      ...consentFields,
    }),
    /** A path of this site, e.g. `/h/<token>?to=/freetraining`; it works once, for 30 minutes. Of a visitor without a cookie who gave no leave: the page's plain path. */
    output: z.object({ success: z.literal(true), url: z.string() }),
    summary: 'Makes a signed single-use link that continues this visit in another browser.',
  },
  'POST /api/visitors/:id/undo-hand-off': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: Done,
    summary:
      'Takes back what a visitor was handed by the link it opened: it is told and linked to nothing by it.',
  },
} satisfies Endpoints

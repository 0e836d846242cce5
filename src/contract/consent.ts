import { z } from 'zod'
import { reported, reportedText } from './text.ts'

/**
 * What a call says about the visitor's leave. `consent` stands where visitors are asked: whether this one said yes;
 * `sessionId` is the page load's random id, by which its calls belong together without a cookie.
 */
export const consentFields = {
  consent: reported(z.boolean()),
  sessionId: reportedText(64),
}

import { isUnguessable } from '#server/tracking/visit-consent.ts'

/** The id of the submit that comes with an application. */
export const submissionOfApplication = (responseId: string): string => `application ${responseId}`

// Version 4: without scripts an application is named by its answers, which others may know as well.
const APPLICATION = /^application [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Whether a submit is named by what only the browser that sent it can know: whoever names it again is that browser. */
export const isOwnSubmission = (submissionId: string): boolean =>
  isUnguessable(submissionId) || APPLICATION.test(submissionId)

import { isDeepStrictEqual } from 'node:util'
import type { Answers, ApplicationForm, EndingPage } from '#contract/application-form.ts'
import { isOwnSubmission, submissionOfApplication } from '#server/capture/own-submission.ts'

/** An application that is finished, as it is stored. */
export type Finished = { ending: EndingPage; visitorId: string; answers: Answers }

/** Where an application leads, the browser that it came from, and whether it stands with other answers than were sent now. */
export type Taken = { next: EndingPage; visitorId: string; isOther: boolean }

/**
 * What becomes of an application that is sent once more. The first answer may have been lost with the cookie in it: whoever
 * names it by its random id, with the same email, is the browser that it came from.
 */
export function takenBefore(
  finished: Finished,
  again: { responseId: string; visitorId: string; form: ApplicationForm; given: Answers },
): Taken {
  const { form, given, responseId } = again
  const emails = form.questions.filter(({ kind }) => kind === 'email')
  const isSameEmail = emails.every(({ id }) => given[id] === finished.answers[id])
  const isSameBrowser = isSameEmail && isOwnSubmission(submissionOfApplication(responseId))
  return {
    next: finished.ending,
    visitorId: isSameBrowser ? finished.visitorId : again.visitorId,
    isOther: !isDeepStrictEqual(given, finished.answers),
  }
}

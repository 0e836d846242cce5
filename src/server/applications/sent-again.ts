import type { Answers, ApplicationForm, EndingPage } from '#contract/application-form.ts'
import { isOwnSubmission, submissionOfApplication } from '#server/capture/own-submission.ts'

/** An application that is finished, as it is stored. */
export type Finished = { ending: EndingPage; visitorId: string; answers: Answers }

/** Where an application leads, and the browser that it came from. */
export type Taken = { next: EndingPage; visitorId: string }

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
  return { next: finished.ending, visitorId: isSameBrowser ? finished.visitorId : again.visitorId }
}

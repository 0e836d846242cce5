import type { AnswerProblem } from './application-form.ts'
import type { ApplicationContent } from './site-content-application.ts'

/** What the form says of an answer that cannot be taken, in the owner's words. */
export function problemSentence(problem: AnswerProblem, words: ApplicationContent['words']): string {
  const sentences: Record<AnswerProblem, string> = {
    '': '',
    missing: words.missing,
    choose: words.chooseMissing,
    unwritten: words.unwritten,
    email: words.email,
    phone: words.phone,
    number: words.number,
    date: words.date,
    link: words.link,
    tooLong: words.tooLong,
  }
  // Words that the owner emptied must not hide that something is wrong.
  return sentences[problem] || (problem === '' ? '' : 'Please look at this answer again.')
}

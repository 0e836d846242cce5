import { type RefObject, useRef, useState } from 'react'
import type { Answers } from '#contract/application-form.ts'
import { randomId } from '#contract/random-id.ts'
import { leaveFor } from '#web/site/browser/dialog-step.ts'
import { onward } from '#web/site/consent/carry-advert.ts'
import { useReturn } from '#web/site/island/use-return.ts'
import type { ApplicationFormProps } from './application-props.ts'
import {
  forgetKept,
  type keeper,
  keepUnanswered,
  keptThere,
  sentUnanswered,
  type Unanswered,
} from './kept-answers.ts'
import { type Outcome, sendApplication } from './send-application.ts'

type Whole = { responseId: string; answers: Answers; website: string; callConsent: boolean }

const saidBy = ({ answers, callConsent }: Pick<Whole, 'answers' | 'callConsent'>): string =>
  JSON.stringify([answers, callConsent])

/**
 * After a lost answer the same is tried again; what was corrected since is an application of its own, unless the server
 * tells that the first never arrived whole.
 */
async function idAfter(unanswered: Unanswered | undefined, whole: Whole): Promise<string> {
  if (!unanswered) return whole.responseId
  const isSame = unanswered.said === saidBy(whole)
  return isSame || (await keptThere())?.responseId === unanswered.id ? unanswered.id : randomId()
}

type Turns = {
  /** What the server objects to, by the id of the question. */
  onObjections(wrong: Record<string, string>): void
  /** It is sent: leaves the form, and then goes on. */
  onSent(then: () => void): void
}

/** Sends a whole application, and then leads on. */
export function useSending(
  { words, version, page, consent, isPreview = false }: ApplicationFormProps,
  form: RefObject<HTMLFormElement | null>,
  keeping: ReturnType<typeof keeper>,
  { onObjections, onSent }: Turns,
) {
  // Where this browser keeps nothing, as long as the page is there.
  const unanswered = useRef<Unanswered>(undefined)
  // Whoever comes back to this page as it was left may send once more, the same or a correction.
  const answered = useRef<Unanswered>(undefined)
  const [alert, setAlert] = useState('')
  const [isSending, setSending] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  useReturn(() => setSending(false))
  return {
    shown: { alert, isSending, isPreviewed },
    hush: () => setAlert(''),
    /** What stands here was sent in another tab: only what is changed since is sent anew. */
    sentBefore(whole: Omit<Whole, 'website'>): void {
      answered.current = { id: whole.responseId, said: saidBy(whole) }
    },
    complain: (sentence: string) => setAlert(sentence),
    /** Sends it whole; what was begun before this page was opened tells nothing of how fast it was filled in. */
    async send(whole: Whole, wasBegunBefore: boolean): Promise<void> {
      if (isPreview) {
        setPreviewed(true)
        return
      }
      setSending(true)
      await keeping.drop()
      const before = unanswered.current ?? sentUnanswered()
      const isSame = answered.current?.said === saidBy(whole)
      const responseId = (isSame && answered.current?.id) || (await idAfter(before, whole))
      let now = { id: responseId, said: saidBy(whole) }
      const sent = {
        ...whole,
        version,
        page,
        consentVersion: consent.version,
        // From where the page began to open: the form is there before it comes to life.
        elapsed: wasBegunBefore ? undefined : Math.round(performance.now()),
      }
      const attempt = async (): Promise<Outcome> => {
        keepUnanswered(now)
        return sendApplication({ ...sent, responseId: now.id }).catch((error) => {
          console.warn('The application was not sent.', error)
          return { fields: {}, message: '', isAnswered: false }
        })
      }
      let outcome = await attempt()
      // What was begun here was sent in another tab meanwhile: this is an application of its own.
      if (outcome.next !== undefined && outcome.isOther) {
        now = { ...now, id: randomId() }
        outcome = await attempt()
      }
      if (outcome.next !== undefined) {
        forgetKept()
        unanswered.current = undefined
        answered.current = now
        const address = onward(outcome.next)
        onSent(() => leaveFor(address, form.current))
        return
      }
      // Of what was refused nothing is stored; what was sent before it may be.
      unanswered.current = outcome.isAnswered ? before : now
      keepUnanswered(unanswered.current)
      setSending(false)
      const wrong = Object.fromEntries(
        Object.entries(outcome.fields).map(([name, sentence]) => [name.replace(/^q\./, ''), sentence]),
      )
      const isAboutAnswers = Object.keys(wrong).length > 0
      setAlert(isAboutAnswers ? words.invalid : outcome.message || words.failure)
      if (isAboutAnswers) onObjections(wrong)
    },
  }
}

import { useEffect, useRef, useState } from 'react'
import type { Answers } from '#contract/application-form.ts'
import { leaveFor } from '#web/site/browser/dialog-step.ts'
import { onward } from '#web/site/consent/carry-advert.ts'
import type { ApplicationFormProps } from './application-props.ts'
import { forgetKept, type keeper } from './kept-answers.ts'
import { type Outcome, sendApplication } from './send-application.ts'

type Whole = { responseId: string; answers: Answers; website: string; callConsent: boolean }

/** Sends a whole application; what the server objects to is given to `onObjections`, by the id of the question. */
export function useSending(
  { words, version, page, consent, isPreview = false }: ApplicationFormProps,
  keeping: ReturnType<typeof keeper>,
  onObjections: (wrong: Record<string, string>) => void,
) {
  const shownAt = useRef(0)
  const [alert, setAlert] = useState('')
  const [isSending, setSending] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [])
  return {
    shown: { alert, isSending, isPreviewed },
    hush: () => setAlert(''),
    complain: (sentence: string) => setAlert(sentence),
    async send(whole: Whole): Promise<void> {
      if (isPreview) {
        setPreviewed(true)
        return
      }
      setSending(true)
      await keeping.drop()
      const sent = {
        ...whole,
        version,
        page,
        consentVersion: consent.version,
        elapsed: Math.round(performance.now() - shownAt.current),
      }
      const outcome = await sendApplication(sent).catch((error): Outcome => {
        console.warn('The application was not sent.', error)
        return { fields: {}, message: '' }
      })
      if (outcome.next !== undefined) {
        forgetKept()
        leaveFor(onward(outcome.next))
        return
      }
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

import { useEffect, useMemo, useRef, useState } from 'react'
import type { Answers } from '#contract/application-form.ts'
import { type Begun, keeper, keptHere, keptThere, newApplication, onKeptElsewhere } from './kept-answers.ts'

/**
 * The application that this browser is filling in: what was typed just now, else what was kept of an earlier visit, given
 * to `onKept` once it is there. Every change is kept, here at once and on the server soon after. What another tab answers
 * meanwhile is taken over, and `onElsewhere` told: whoever goes on here would overwrite it.
 */
export function useBegun(
  where: { page: string; version: string; isPreview: boolean },
  first: Pick<Begun, 'answers' | 'callWish'>,
  onKept: (answers: Answers) => void,
  onElsewhere: () => void,
) {
  const { page, version, isPreview } = where
  const [begun, setBegun] = useState<Begun>(() => ({ ...newApplication(), ...first }))
  const keeping = useMemo(() => keeper({ page, version }), [page, version])
  const told = useRef(onKept)
  told.current = onKept
  const toldElsewhere = useRef(onElsewhere)
  toldElsewhere.current = onElsewhere
  const now = useRef(begun)
  now.current = begun

  useEffect(() => {
    if (isPreview) return
    const take = (kept: Begun | undefined): void => {
      if (!kept || Object.keys(kept.answers).length === 0) return
      const { answers, callWish } = now.current
      const hasBegun = now.current.revision > 0
      const whole = {
        ...kept,
        answers: { ...kept.answers, ...answers },
        callWish: callWish ?? kept.callWish,
        revision: kept.revision + (hasBegun ? 1 : 0),
      }
      setBegun(whole)
      if (hasBegun) keeping.keep(whole)
      told.current(kept.answers)
    }
    const here = keptHere()
    // What is typed meanwhile is of the application that was begun earlier, and no other.
    if (here) take(here)
    else keeping.waitFor(keptThere().then(take))
  }, [isPreview, keeping])

  useEffect(() => {
    if (isPreview) return
    return onKeptElsewhere(() => {
      const kept = keptHere()
      const { responseId, revision, answers } = now.current
      // Another application is taken over only where nothing stands yet.
      const isFurther =
        kept?.responseId === responseId ? kept.revision > revision : Object.keys(answers).length === 0
      if (!kept || !isFurther) return
      const whole = { ...kept, answers: { ...answers, ...kept.answers } }
      setBegun(whole)
      now.current = whole
      toldElsewhere.current()
    })
  }, [isPreview])

  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') keeping.flush()
    }
    addEventListener('visibilitychange', hidden)
    addEventListener('online', keeping.flush)
    return () => {
      removeEventListener('visibilitychange', hidden)
      removeEventListener('online', keeping.flush)
    }
  }, [keeping])

  return {
    begun,
    keeping,
    /** What was begun is sent: what is changed from now on is an application of its own. */
    renew: () => setBegun(({ answers, callWish }) => ({ ...newApplication(), answers, callWish })),
    /** Takes further answers, and what is wished of the call, and returns all answers there are then. */
    add(more: Answers, callWish = begun.callWish): Answers {
      const answers = { ...begun.answers, ...more }
      const changed = { ...begun, revision: begun.revision + 1, answers, callWish }
      setBegun(changed)
      now.current = changed
      if (!isPreview) keeping.keep(changed)
      return answers
    },
  }
}

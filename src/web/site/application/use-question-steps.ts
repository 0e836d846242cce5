import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { BACK_WITHIN_MS } from '#web/site/browser/dialog-step.ts'
import { useReturn } from '#web/site/island/use-return.ts'
import { leaveQuestions, memory, noteQuestion, questionsBefore } from './question-history.ts'

/**
 * Which question is shown. Each is a step of the tab's history, so that the system's Back leads to the question before;
 * a reload comes back to the one that was shown. `ids` are the questions of the way as it is now, `begin` the one where
 * this visit goes on until another is shown.
 */
export function useQuestionSteps(
  ids: string[],
  { begin, isMute, form }: { begin: string | undefined; isMute: boolean; form: RefObject<Element | null> },
) {
  const [wanted, setWanted] = useState<string>()
  const [moves, setMoves] = useState(0)
  const isOver = useRef(false)
  const untaken = useRef<ReturnType<typeof setTimeout>>(undefined)
  useReturn(() => {
    isOver.current = false
  })
  const shown = [wanted, begin].find((one) => one !== undefined && ids.includes(one))
  const at = shown === undefined ? 0 : ids.indexOf(shown)
  const id = ids[at]
  const move = (to: string) => {
    setWanted(to)
    setMoves((times) => times + 1)
  }
  // At once: the dialog around it may be closed, and its steps taken back, as soon as it is there.
  useLayoutEffect(() => {
    if (isMute) return
    const remembered = () => {
      const { question } = memory()
      return typeof question === 'string' ? question : undefined
    }
    setWanted((before) => remembered() ?? before)
    const moved = () => {
      clearTimeout(untaken.current)
      const question = remembered()
      if (question === undefined || isOver.current) return
      setWanted(question)
      setMoves((times) => times + 1)
    }
    addEventListener('popstate', moved)
    return () => removeEventListener('popstate', moved)
  }, [isMute])
  return {
    at,
    /** How often the visitor has gone from one question to another. */
    moves,
    /** Stays at the question that is shown, wherever this visit would go on. */
    stay: () => setWanted(id),
    /** Shows another question as a step forward. */
    go(to: string): void {
      if (to === id) return
      clearTimeout(untaken.current)
      // In a dialog that was closed meanwhile the visitor goes nowhere: there is nothing for Back to undo.
      const isShown = !form.current?.closest('dialog:not([open])')
      if (!isMute && isShown && id !== undefined) {
        const before = questionsBefore()
        noteQuestion(id, before, 'replaceState')
        noteQuestion(to, before + 1, 'pushState')
      }
      move(to)
    },
    /** Shows the question before. */
    back(): void {
      const before = ids[at - 1]
      if (before === undefined) return
      clearTimeout(untaken.current)
      if (isMute || questionsBefore() === 0) {
        move(before)
        return
      }
      untaken.current = setTimeout(() => {
        noteQuestion(before, questionsBefore(), 'replaceState')
        move(before)
      }, BACK_WITHIN_MS)
      history.back()
    },
    /** Leaves the questions for good: what is shown stays until the next page is there. */
    end(then: () => void): void {
      isOver.current = true
      clearTimeout(untaken.current)
      leaveQuestions(then)
    },
  }
}

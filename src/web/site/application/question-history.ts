import { BACK_WITHIN_MS } from '#web/site/browser/dialog-step.ts'

/** What this tab's history entry knows of the form's questions. */
export const memory = (): { question?: unknown; questionsBefore?: unknown } => Object(history.state)

/** How many questions this tab's history goes back inside the form. */
export const questionsBefore = (): number => Number(memory().questionsBefore ?? 0) || 0

let onward: (() => void) | undefined

/**
 * Goes back to before the first question was left, then on: closing the form, or sending it, is one step, however far one
 * came. What is wanted last counts: a form may be closed while it is being sent.
 */
export function leaveQuestions(then: () => void): void {
  const isLeaving = onward !== undefined
  const steps = questionsBefore()
  if (!isLeaving && steps === 0) {
    then()
    return
  }
  onward = then
  if (isLeaving) return
  const left = () => {
    const go = onward
    onward = undefined
    removeEventListener('popstate', left)
    clearTimeout(late)
    go?.()
  }
  const late = setTimeout(left, BACK_WITHIN_MS)
  addEventListener('popstate', left)
  history.go(-steps)
}

/** Notes in the tab's history which question is shown, in this entry or a new one. Never throws. */
export function noteQuestion(question: string, before: number, way: 'pushState' | 'replaceState'): void {
  try {
    history[way]({ ...memory(), question, questionsBefore: before }, '')
  } catch {
    // Then Back leaves the form.
  }
}

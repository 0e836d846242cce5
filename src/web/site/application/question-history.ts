/** What this tab's history entry knows of the form's questions. */
export const memory = (): { question?: unknown; questionsBefore?: unknown } => Object(history.state)

/** How many questions this tab's history goes back inside the form. */
export const questionsBefore = (): number => Number(memory().questionsBefore ?? 0) || 0

/** Goes back to before the first question was left, then on: closing the form is one step, however far one came. */
export function leaveQuestions(then: () => void): void {
  const steps = questionsBefore()
  if (steps === 0) {
    then()
    return
  }
  addEventListener('popstate', then, { once: true })
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

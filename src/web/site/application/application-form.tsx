import { useLayoutEffect, useRef, useState } from 'react'
import type { ApplicationFormProps } from './application-props.ts'
import { LongForm } from './long-form.tsx'
import { StepForm } from './step-form.tsx'
import { type Before, doneBefore, fieldsOf, isChoice } from './typed-answers.ts'

/** The field that is being filled in, and where in its text. */
type Focused = { name: string; value?: string; from?: number | null; to?: number | null }

function focusedIn(form: HTMLFormElement): Focused | undefined {
  const field = fieldsOf(form).find((one) => one === document.activeElement)
  if (!field) return undefined
  const { name, value } = field
  return isChoice(field) ? { name, value } : { name, from: field.selectionStart, to: field.selectionEnd }
}

function focusAgain(form: HTMLFormElement, { name, value, from, to }: Focused): void {
  const field = fieldsOf(form).find(
    (one) => one.name === name && (value === undefined || one.value === value),
  )
  field?.focus({ preventScroll: true })
  // Fields for emails and dates know no place in their text.
  if (typeof from === 'number' && typeof to === 'number') field?.setSelectionRange(from, to)
}

/**
 * The application form (docs/spec.md, 'Application form'): whole and working by itself as the server draws it, one
 * question at a time once the page is alive. A form that came back from a post without scripts stays whole.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [first, setFirst] = useState<{ before: Before; focused: Focused | undefined }>()
  const isReturned = props.returned !== undefined
  const { questions, isPreview = false } = props
  // At once: what is typed between looking and drawing anew would be lost.
  useLayoutEffect(() => {
    // Beside the editor all questions are seen, and none can be answered.
    if (isReturned || (isPreview && window.top !== window)) return
    const focused = form.current ? focusedIn(form.current) : undefined
    setFirst({ before: doneBefore(form.current, questions), focused })
  }, [isReturned, isPreview, questions])
  // Whoever is typing goes on typing: the keyboard stays, and the next letter comes behind the last.
  useLayoutEffect(() => {
    if (form.current && first?.focused) focusAgain(form.current, first.focused)
  }, [first])
  return (
    <div className="application-place" data-state={first ? 'alive' : undefined}>
      {first ? (
        <StepForm {...props} before={first.before} form={form} />
      ) : (
        <LongForm {...props} form={form} />
      )}
    </div>
  )
}

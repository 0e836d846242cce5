import { useLayoutEffect, useRef, useState } from 'react'
import type { Answers } from '#contract/application-form.ts'
import type { ApplicationFormProps } from './application-props.ts'
import { LongForm } from './long-form.tsx'
import { StepForm } from './step-form.tsx'
import { typedBefore } from './typed-answers.ts'

/** The field that is being filled in, and where in its text. */
type Focused = { name: string; value?: string; from?: number | null; to?: number | null }

function focusedIn(form: HTMLFormElement): Focused | undefined {
  const field = document.activeElement
  if (!form.contains(field)) return undefined
  if (field instanceof HTMLTextAreaElement)
    return { name: field.name, from: field.selectionStart, to: field.selectionEnd }
  if (!(field instanceof HTMLInputElement)) return undefined
  const isChosen = field.type === 'radio' || field.type === 'checkbox'
  if (isChosen) return { name: field.name, value: field.value }
  return { name: field.name, from: field.selectionStart, to: field.selectionEnd }
}

function focusAgain(form: HTMLFormElement, { name, value, from, to }: Focused): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    if (field.name !== name || (value !== undefined && field.value !== value)) continue
    field.focus({ preventScroll: true })
    // Fields for emails and dates know no place in their text.
    if (typeof from === 'number' && typeof to === 'number') field.setSelectionRange(from, to)
    return
  }
}

/**
 * The application form (docs/spec.md, 'Application form'): whole and working by itself as the server draws it, one
 * question at a time once the page is alive. A form that came back from a post without scripts stays whole.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const place = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState<{ answers: Answers; focused: Focused | undefined }>()
  const isReturned = props.returned !== undefined
  const { questions, isPreview = false } = props
  // At once: what is typed between looking and drawing anew would be lost.
  useLayoutEffect(() => {
    // Beside the editor all questions are seen, and none can be answered.
    if (isReturned || (isPreview && window.top !== window)) return
    const form = place.current?.querySelector('form') ?? null
    setFirst({ answers: typedBefore(form, questions), focused: form ? focusedIn(form) : undefined })
  }, [isReturned, isPreview, questions])
  // Whoever is typing goes on typing: the keyboard stays, and the next letter comes behind the last.
  useLayoutEffect(() => {
    const form = place.current?.querySelector('form')
    if (form && first?.focused) focusAgain(form, first.focused)
  }, [first])
  return (
    <div ref={place} className="application-place" data-state={first ? 'alive' : undefined}>
      {first ? <StepForm {...props} first={first.answers} /> : <LongForm {...props} />}
    </div>
  )
}

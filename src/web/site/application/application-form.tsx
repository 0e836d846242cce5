import { useLayoutEffect, useRef, useState } from 'react'
import type { Answers } from '#contract/application-form.ts'
import type { ApplicationFormProps } from './application-props.ts'
import { LongForm } from './long-form.tsx'
import { StepForm } from './step-form.tsx'
import { typedBefore } from './typed-answers.ts'

/**
 * The application form (docs/spec.md, 'Application form'): whole and working by itself as the server draws it, one
 * question at a time once the page is alive. A form that came back from a post without scripts stays whole.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const place = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState<Answers>()
  const isReturned = props.returned !== undefined
  const { questions, isPreview = false } = props
  // At once: what is typed between looking and drawing anew would be lost.
  useLayoutEffect(() => {
    // Beside the editor all questions are seen, and none can be answered.
    if (isReturned || (isPreview && window.top !== window)) return
    setFirst(typedBefore(place.current?.querySelector('form') ?? null, questions))
  }, [isReturned, isPreview, questions])
  return (
    <div ref={place} className="application-place" data-state={first ? 'alive' : undefined}>
      {first ? <StepForm {...props} first={first} /> : <LongForm {...props} />}
    </div>
  )
}

import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'
import type { Asking } from './use-asking.ts'

type QuestionProps = {
  question: Asking
  title?: string
  /** What happens after a yes, in plain words. */
  children: ReactNode
  yes: string
  /** The button's words while it happens. */
  happening: string
  isHappening: boolean
  onYes: () => void
  no?: string
  look?: 'danger' | 'primary'
  error?: Error | null
}

/** Asks before something that reaches far: what it does, the button that does it, and the one by which nothing happens. */
export function Question({
  question,
  title,
  children,
  yes,
  happening,
  isHappening,
  onYes,
  no = 'Keep',
  look = 'danger',
  error = null,
}: QuestionProps) {
  return (
    <div className="w-full max-w-160">
      {title && <h4 className="mb-1 text-sm font-semibold">{title}</h4>}
      <div className="text-sm text-ink-2">{children}</div>
      <Failure of={error} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look={look} disabled={isHappening} onClick={onYes}>
          {isHappening ? happening : yes}
        </Button>
        <Button ref={question.no} look="quiet" onClick={question.keep}>
          {no}
        </Button>
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Question } from './question.tsx'
import type { Asking } from './use-asking.ts'

type RemoveQuestionProps = {
  question: Asking
  remove: { isPending: boolean; mutate: () => void }
  /** What is gone after a yes and what stays, in plain words. */
  children: ReactNode
}

/** Asks before something that was entered is forgotten; nothing while the question is not raised. */
export const RemoveQuestion = ({ question, remove, children }: RemoveQuestionProps) =>
  question.asking && (
    <div className="mt-2">
      <Question
        question={question}
        yes="Remove it"
        happening="Removing…"
        isHappening={remove.isPending}
        onYes={() => remove.mutate()}
      >
        {children}
      </Question>
    </div>
  )

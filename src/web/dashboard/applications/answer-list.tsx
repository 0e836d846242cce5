import { ChevronRight } from 'lucide-react'

type Answer = { question: string; answer: string; isOffWay?: boolean }

/** What an application said, question by question; folded, because it is long and not for every onlooker. */
export function AnswerList({ answers }: { answers: Answer[] }) {
  if (answers.length === 0) return null
  return (
    <details className="fold col-span-2">
      <summary className="flex min-h-11 items-center gap-1.5 text-sm text-ink-2 hover:text-ink md:min-h-9">
        <ChevronRight size={15} aria-hidden="true" className="fold-mark text-ink-3" />
        {answers.length === 1 ? 'The answer' : `All ${answers.length} answers`}
      </summary>
      <dl className="mb-2 grid gap-2">
        {answers.map(({ question, answer, isOffWay = false }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers never change places, and questions may repeat.
          <div key={index}>
            <dt className="text-xs text-ink-3">
              {question}
              {isOffWay && ' · answered before another answer made it unnecessary'}
            </dt>
            <dd className="text-sm break-words whitespace-pre-line">{answer || 'No answer'}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

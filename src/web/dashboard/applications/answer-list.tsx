type Answer = { question: string; answer: string; isOffWay?: boolean }

/** What an application said, question by question; folded, because it is long and not for every onlooker. */
export function AnswerList({ answers }: { answers: Answer[] }) {
  if (answers.length === 0) return null
  return (
    <details className="col-span-2">
      <summary className="min-h-9 content-center text-sm text-accent-ink">
        {answers.length === 1 ? 'The answer' : `All ${answers.length} answers`}
      </summary>
      <dl className="mb-2 grid gap-2">
        {answers.map(({ question, answer, isOffWay = false }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers never change places, and questions may repeat.
          <div key={index}>
            <dt className="text-xs text-ink-3">
              {question}
              {isOffWay && ' · given before another answer made the question needless'}
            </dt>
            <dd className="text-sm break-words whitespace-pre-line">{answer || 'No answer'}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'

type Answer = { question: string; answer: string; isOffWay?: boolean }

/** What an application said, question by question; folded, because it is long and not for every onlooker. */
export function AnswerList({ answers }: { answers: Answer[] }) {
  if (answers.length === 0) return null
  return (
    <Disclosure
      title={answers.length === 1 ? 'The answer' : `All ${answers.length} answers`}
      place="col-span-2"
      quiet
    >
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
    </Disclosure>
  )
}

import { Plus, Trash2 } from 'lucide-react'
import {
  type Condition,
  type ConditionTest,
  choiceLabel,
  idsToChoose,
  type Question,
} from '#contract/application-form.ts'
import { useDraft, useDraftPart, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { fieldId } from '#web/dashboard/site/fields/jump-to-field.ts'
import { Button, IconButton } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'

const testWords: Record<ConditionTest, string> = {
  is: 'is one of',
  isNot: 'is none of',
  atLeast: 'is at least',
  atMost: 'is at most',
  answered: 'was answered',
}

/** What may be asked of an answer to a question of a kind. */
function testsFor(question: Question | undefined): ConditionTest[] {
  if (!question) return ['answered']
  if (idsToChoose(question).length > 0) return ['is', 'isNot', 'answered']
  return question.kind === 'number' || question.kind === 'scale'
    ? ['atLeast', 'atMost', 'answered']
    : ['answered']
}

const answerName = (question: Question, id: string): string =>
  question.kind === 'yesno' ? (id === 'yes' ? 'Yes' : 'No') : choiceLabel(question, id) || id

/** A condition on a question as it begins: on its first answer, or that it was answered. */
function newCondition(question: Question): Condition {
  const [test = 'answered'] = testsFor(question)
  return {
    question: question.id,
    test,
    values: test === 'is' ? idsToChoose(question).slice(0, 1) : [],
    amount: question.low,
  }
}

type RowProps = {
  path: string
  number: number
  condition: Condition
  before: Question[]
  onChange: (next: Condition) => void
  onRemove: () => void
}

function ConditionRow({ path, number, condition, before, onChange, onRemove }: RowProps) {
  const { problem } = useValue(`${path}.question`)
  const asked = before.find(({ id }) => id === condition.question)
  const { test, values, amount } = condition
  const name = (what: string) => `Condition ${number}: ${what}`
  return (
    <li className="border-b border-line py-3" data-part={path}>
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-2">
          <select
            id={fieldId(`${path}.question`)}
            aria-label={name('question')}
            aria-invalid={problem !== undefined}
            value={asked?.id ?? ''}
            onChange={({ currentTarget }) => {
              const next = before.find(({ id }) => id === currentTarget.value)
              if (next) onChange(newCondition(next))
            }}
            className={fieldLook}
          >
            {!asked && <option value="">A question that is not asked before this one</option>}
            {before.map((question) => (
              <option key={question.id} value={question.id}>
                {question.label || question.id}
              </option>
            ))}
          </select>
          <select
            aria-label={name('what its answer must be')}
            value={test}
            onChange={({ currentTarget }) => {
              const next = testsFor(asked).find((one) => one === currentTarget.value)
              if (next) onChange({ ...condition, test: next })
            }}
            className={fieldLook}
          >
            {[...new Set([...testsFor(asked), test])].map((one) => (
              <option key={one} value={one}>
                {testWords[one]}
              </option>
            ))}
          </select>
          {asked && (test === 'is' || test === 'isNot') && (
            <fieldset className="min-w-0">
              <legend className="sr-only">{name('answers')}</legend>
              {idsToChoose(asked).map((id) => (
                <label key={id} className="flex min-h-11 items-center gap-2.5 text-sm md:min-h-8">
                  <input
                    type="checkbox"
                    className="size-4 accent-[var(--color-accent)]"
                    checked={values.includes(id)}
                    onChange={({ currentTarget }) =>
                      onChange({
                        ...condition,
                        values: idsToChoose(asked).filter((one) =>
                          one === id ? currentTarget.checked : values.includes(one),
                        ),
                      })
                    }
                  />
                  {answerName(asked, id)}
                </label>
              ))}
            </fieldset>
          )}
          {(test === 'atLeast' || test === 'atMost') && (
            <input
              type="number"
              aria-label={name('number')}
              value={amount}
              onChange={({ currentTarget }) =>
                onChange({ ...condition, amount: Math.trunc(currentTarget.valueAsNumber) || 0 })
              }
              className={`${fieldLook} max-w-40 tabular-nums`}
            />
          )}
          {problem && <p className="text-xs text-danger">{problem}</p>}
        </div>
        <IconButton label={`Remove condition ${number}`} onClick={onRemove}>
          <Trash2 size={15} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  )
}

const MOST = 6

/** The conditions of a question or an ending: each on an earlier answer, in the words of the questions. */
export function Conditions({ path, title }: { path: string; title: string }) {
  const draft = useDraft()
  const questions = useDraftPart(({ content }) => content.apply.questions)
  const { value, problem } = useValue(path)
  // The draft holds at this path what the schema of conditions made of it.
  const conditions = (Array.isArray(value) ? value : []) as Condition[]
  const matchPath = path.replace(/\.(onlyIf|when)$/, '.match')
  const match = useValue(matchPath).value
  const at = /^apply\.questions\.(\d+)\./.exec(path)?.[1]
  const before = at === undefined ? questions : questions.slice(0, Number(at))
  const set = (next: Condition[]) => draft.change(path, next)
  const last = before.at(-1)
  return (
    <fieldset className="min-w-0" data-part={path} id={fieldId(path)} tabIndex={-1}>
      <legend className="text-sm font-medium">{title}</legend>
      {conditions.length === 0 && (
        <p className="mt-1 text-xs text-ink-3">
          {at === undefined ? 'Everybody goes there.' : 'Everybody is asked this.'}
        </p>
      )}
      {conditions.length > 1 && (
        <select
          aria-label="How many of the conditions must be true"
          value={match === 'any' ? 'any' : 'all'}
          onChange={({ currentTarget }) => draft.change(matchPath, currentTarget.value)}
          className={`${fieldLook} mt-1.5 mb-2`}
        >
          <option value="all">All of these must be true</option>
          <option value="any">One of these is enough</option>
        </select>
      )}
      {problem && <p className="mt-1 text-xs text-danger">{problem}</p>}
      {conditions.length > 0 && (
        <ol className="mt-1 border-t border-line">
          {conditions.map((condition, index) => (
            <ConditionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions keep their places, and have no names.
              key={index}
              path={`${path}.${index}`}
              number={index + 1}
              condition={condition}
              before={before}
              onChange={(next) => set(conditions.with(index, next))}
              onRemove={() => set(conditions.toSpliced(index, 1))}
            />
          ))}
        </ol>
      )}
      <div className="mt-1 -ml-2">
        <Button
          look="quiet"
          className="px-2!"
          disabled={!last || conditions.length >= MOST}
          onClick={() => last && set([...conditions, newCondition(last)])}
        >
          <Plus size={15} aria-hidden="true" />
          {last ? 'Add a condition' : 'Nothing is asked before this'}
        </Button>
      </div>
    </fieldset>
  )
}

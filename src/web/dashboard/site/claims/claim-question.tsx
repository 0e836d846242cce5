import { useId, useState } from 'react'
import { type ClaimState, claimState, isNamed, type KnownClaim, keepAnswer } from '#contract/claim-answers.ts'
import { claimSentence } from '#contract/claim-sentence.ts'
import { valueAt } from '#contract/path-value.ts'
import { type FilledField, fieldsIn, nodeAt } from '#web/dashboard/site/document/site-tree.ts'
import { useDraft, useDraftPart, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { fieldId } from '#web/dashboard/site/fields/jump-to-field.ts'
import { LineInput, ProseInput } from '#web/dashboard/site/fields/text-input.tsx'
import { placeOfPath } from '#web/dashboard/site/places.ts'

// The place in its list, of a field that is part of an entry.
const placeIn = (path: string): string => {
  const place = /\.(\d+)\.\w+$/.exec(path)?.[1]
  return place === undefined ? '' : ` ${Number(place) + 1}`
}

function Word({ path, node }: FilledField) {
  const { problem } = useValue(path)
  const id = useId()
  const ties = {
    id,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem ? `${id}-note` : undefined,
  }
  const Input = node.format === 'prose' ? ProseInput : LineInput
  return (
    <div className={node.format === 'prose' ? 'sm:col-span-2' : ''}>
      <label htmlFor={id} className="mb-1 block text-sm text-ink-2">
        {node.title}
        {placeIn(path)}
      </label>
      <Input path={path} node={node} ties={ties} />
      {problem && (
        <p id={`${id}-note`} className="mt-1 text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

/** The fields that say a claim, to be written anew; `isUnchanged` while they still say what was delivered. */
function ClaimFields({ claim, isUnchanged }: { claim: KnownClaim; isUnchanged: boolean }) {
  const content = useDraftPart((state) => state.content)
  const fields = claim.fields.flatMap((path) => {
    const node = nodeAt(path)
    return node ? fieldsIn(node, path, valueAt(content, path)) : []
  })
  return (
    <div className="mt-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.map((field) => (
          <Word key={field.path} {...field} />
        ))}
      </div>
      {isUnchanged && <p className="mt-2 text-xs text-ink-3">Text you have not changed stays hidden.</p>}
    </div>
  )
}

type Choice = 'keep' | 'change' | 'hide'

const choices: { value: Choice; label: string; note: string }[] = [
  { value: 'keep', label: 'Keep it', note: 'I confirm that this is true. It appears under my name.' },
  { value: 'change', label: 'Change it', note: 'I write what is true instead.' },
  { value: 'hide', label: 'Hide it', note: 'The page leaves it out.' },
]

const choiceOf: Record<ClaimState, Choice | null> = {
  kept: 'keep',
  own: 'change',
  hidden: 'hide',
  open: null,
}

/** One claim as it would stand under the name, and the owner's answer: keep, change or hide. */
export function ClaimQuestion({ claim }: { claim: KnownClaim }) {
  const draft = useDraft()
  const group = useId()
  const state = useDraftPart(({ content }) => claimState(content, claim))
  const sentence = useDraftPart(({ content }) => claimSentence(content, claim))
  const named = useDraftPart(({ content }) => isNamed(content))
  const [changing, setChanging] = useState(false)
  // What the fields said when the question was asked: whoever changes their mind about changing gets it back.
  const [asked] = useState(() => {
    const { content } = draft.state()
    return {
      isOwn: claimState(content, claim) === 'own',
      values: claim.fields.map((path) => [path, valueAt(content, path)] as const),
    }
  })
  const isOpen = state === 'open'
  const place = placeOfPath(claim.fields[0] ?? '')
  const chosen = isOpen && changing ? 'change' : choiceOf[state]

  const choose = (choice: Choice) => {
    setChanging(choice === 'change')
    if (choice !== 'change' && state === 'own')
      for (const [path, value] of asked.values) draft.change(path, value)
    const answers = {
      keep: keepAnswer(draft.state().content, claim),
      change: { answer: 'open', said: '' },
      hide: { answer: 'hide', said: '' },
    }
    draft.change(`claims.${claim.id}`, answers[choice])
  }

  return (
    <fieldset
      data-part={`claims.${claim.id}`}
      data-claim={claim.id}
      className="min-w-0 border-t border-line py-4"
    >
      <legend className="sr-only">
        {claim.title}, {claim.page}
      </legend>
      <p
        aria-hidden="true"
        className="flex flex-col gap-x-2 text-xs text-ink-3 sm:flex-row sm:items-baseline sm:justify-between"
      >
        <span>
          {place?.title} › {claim.title}
        </span>
        {isOpen && named && (
          <span className="shrink-0 font-medium text-warning">Hidden until you answer</span>
        )}
      </p>
      {state === 'own' ? (
        <p className="mt-1 text-sm text-ink-2">In your own words.</p>
      ) : (
        <blockquote className="mt-1 text-base break-words whitespace-pre-line">“{sentence}”</blockquote>
      )}
      {!(asked.isOwn && state === 'own') && (
        <div className="mt-3 grid gap-2 sm:grid-cols-3">
          {choices.map(({ value, label, note }, at) => (
            <label
              key={value}
              className={`flex min-h-11 cursor-pointer gap-2.5 rounded-sm border px-3 py-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-[var(--color-focus)] ${chosen === value ? 'border-accent' : 'border-line-strong'}`}
            >
              <input
                type="radio"
                name={group}
                id={at === 0 ? fieldId(`claims.${claim.id}.answer`) : undefined}
                checked={chosen === value}
                onChange={() => choose(value)}
                className="mt-0.5 size-4 shrink-0 accent-[var(--color-accent)] focus-visible:outline-none"
              />
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                <span className="block text-xs text-ink-2">{note}</span>
              </span>
            </label>
          ))}
        </div>
      )}
      {chosen === 'change' && <ClaimFields claim={claim} isUnchanged={isOpen} />}
    </fieldset>
  )
}

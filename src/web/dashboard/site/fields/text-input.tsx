import { type InputHTMLAttributes, useState } from 'react'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import type { InputTies } from './field-frame.tsx'
import type { FieldFormat, FieldNode } from './field-node.ts'
import { numberOf } from './number-of.ts'
import { tidyPasted } from './tidy-pasted.ts'

const kinds: Partial<Record<FieldFormat, InputHTMLAttributes<HTMLInputElement>>> = {
  link: { inputMode: 'url', placeholder: 'https://…', autoCapitalize: 'none', spellCheck: false },
  'youtube-link': {
    inputMode: 'url',
    placeholder: 'https://youtu.be/…',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  'media-id': { placeholder: 'e.g. abc123def4', autoCapitalize: 'none', spellCheck: false },
  email: { type: 'email', inputMode: 'email', placeholder: 'you@example.com', autoCapitalize: 'none' },
  'pixel-id': { inputMode: 'numeric', placeholder: 'e.g. 1234567890123456' },
}

const units: Record<string, string> = { minutes: 'minutes', places: 'places', taken: 'places' }

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

const defaultAsPlaceholder = (fallback: unknown) =>
  typeof fallback === 'string' && fallback !== '' ? `Default: ${fallback}` : undefined

const lineLook = `${fieldLook} aria-invalid:border-danger`

type InputProps = { path: string; node: FieldNode; ties: InputTies }

// Keeps what is being typed as it is typed: a number drawn anew after each key would swallow "10.0" and "1,250,0".
function AmountInput({ path, node, ties }: InputProps) {
  const draft = useDraft()
  const { value } = useValue(path)
  const [typed, setTyped] = useState<string | null>(null)
  const unit = units[node.key]
  return (
    <div className="flex items-center gap-2">
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        {...ties}
        value={typed ?? textOf(value)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          draft.change(path, numberOf(currentTarget.value))
        }}
        onBlur={() => setTyped(null)}
        className={`${lineLook} max-w-40 tabular-nums`}
      />
      {unit && <span className="text-sm text-ink-3">{unit}</span>}
    </div>
  )
}

// A link, an id or an address: tidied as it is pasted, and when it is left.
function ValueInput({ path, node, ties }: InputProps) {
  const draft = useDraft()
  const { value } = useValue(path)
  return (
    <input
      type="text"
      autoComplete="off"
      placeholder={defaultAsPlaceholder(node.fallback)}
      {...kinds[node.format]}
      {...ties}
      value={textOf(value)}
      onChange={({ currentTarget, nativeEvent }) => {
        const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste'
        draft.change(path, isPasted ? tidyPasted(node.format, currentTarget.value) : currentTarget.value)
      }}
      onBlur={({ currentTarget }) => {
        const tidy = tidyPasted(node.format, currentTarget.value)
        if (tidy !== currentTarget.value) draft.change(path, tidy)
      }}
      className={lineLook}
    />
  )
}

// What is longer than a phone's line must be readable as a whole.
const SHORT = 40

/** The input of a field of one line; a text of some length wraps, so that all of it is seen. */
export function LineInput({ path, node, ties }: InputProps) {
  const draft = useDraft()
  const { value } = useValue(path)
  const text = textOf(value)
  if (node.format === 'amount') return <AmountInput path={path} node={node} ties={ties} />
  if (node.format !== 'line' || (node.max ?? 0) <= SHORT)
    return <ValueInput path={path} node={node} ties={ties} />
  return (
    <textarea
      {...ties}
      value={text}
      rows={rowsFor(text)}
      enterKeyHint="done"
      placeholder={defaultAsPlaceholder(node.fallback)}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      onChange={({ currentTarget }) => draft.change(path, currentTarget.value.replace(/\s*\n\s*/g, ' '))}
      className="block max-h-64 min-h-11 w-full resize-none [field-sizing:content] rounded-sm border border-control bg-surface px-3 py-[0.5625rem] text-base text-ink aria-invalid:border-danger md:min-h-9 md:py-[0.4375rem] md:text-sm"
    />
  )
}

// Browsers that cannot size a field by its content get about the right number of rows.
const LETTERS_A_LINE = 44

const rowsFor = (text: string): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / LETTERS_A_LINE)), 0)

/** The input of a field of paragraphs; it grows with its text. */
export function ProseInput({ path, node, ties }: InputProps) {
  const draft = useDraft()
  const { value } = useValue(path)
  const text = textOf(value)
  return (
    <textarea
      {...ties}
      value={text}
      rows={Math.min(24, Math.max(2, rowsFor(text)))}
      placeholder={defaultAsPlaceholder(node.fallback)}
      onChange={({ currentTarget }) => draft.change(path, currentTarget.value)}
      className="block max-h-128 min-h-16 w-full [field-sizing:content] rounded-sm border border-control bg-surface px-3 py-2 text-base text-ink aria-invalid:border-danger md:text-sm"
    />
  )
}

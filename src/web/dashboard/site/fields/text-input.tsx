import type { InputHTMLAttributes } from 'react'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import type { InputTies } from './field-frame.tsx'
import type { FieldFormat, FieldNode } from './field-node.ts'

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
  amount: { inputMode: 'decimal' },
}

const units: Record<string, string> = { minutes: 'minutes', places: 'places', taken: 'places' }

// What is no number stays as typed, so that the field can say so.
const numberOf = (text: string): number | string =>
  /^-?\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : text

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

const defaultAsPlaceholder = (fallback: unknown) =>
  typeof fallback === 'string' && fallback !== '' ? `Default: ${fallback}` : undefined

/** The input of a field of one line: text, link, id, email or number. */
export function LineInput({ path, node, ties }: { path: string; node: FieldNode; ties: InputTies }) {
  const draft = useDraft()
  const { value } = useValue(path)
  const isAmount = node.format === 'amount'
  const unit = isAmount ? units[node.key] : undefined
  const input = (
    <input
      type="text"
      autoComplete="off"
      placeholder={defaultAsPlaceholder(node.fallback)}
      {...kinds[node.format]}
      {...ties}
      value={textOf(value)}
      onChange={({ currentTarget }) =>
        draft.change(path, isAmount ? numberOf(currentTarget.value) : currentTarget.value)
      }
      className={`${fieldLook} ${isAmount ? 'max-w-40 tabular-nums' : ''} aria-invalid:border-danger`}
    />
  )
  return unit ? (
    <div className="flex items-center gap-2">
      {input}
      <span className="text-sm text-ink-3">{unit}</span>
    </div>
  ) : (
    input
  )
}

// Browsers that cannot size a field by its content get about the right number of rows.
const LETTERS_A_LINE = 44

const rowsFor = (text: string): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / LETTERS_A_LINE)), 0)

/** The input of a field of paragraphs; it grows with its text. */
export function ProseInput({ path, node, ties }: { path: string; node: FieldNode; ties: InputTies }) {
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

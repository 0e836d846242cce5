import { accentNotes, accentOn, deliveredAccent, type Theme } from '#contract/accent.ts'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import type { InputTies } from './field-frame.tsx'
import type { FieldNode } from './field-node.ts'
import { tidyPasted } from './tidy-pasted.ts'

/** Colours to begin with, for whoever has none yet. */
const offered: [name: string, hex: string][] = [
  ['Blue', '#1d4ed8'],
  ['Teal', '#0f766e'],
  ['Forest', '#14532d'],
  ['Gold', '#f5b700'],
  ['Rust', '#b4460f'],
  ['Crimson', '#be123c'],
  ['Plum', '#7e22ce'],
  ['Black', '#17181c'],
]

const pageOf: Record<Theme, { ground: string; label: string }> = {
  light: { ground: '#fcfbf8', label: 'On light pages' },
  dark: { ground: '#10121b', label: 'On dark pages' },
}

/** A button and a link of a page in this colour, as the pages will draw them. */
function Sample({ theme, hex }: { theme: Theme; hex: string }) {
  const { fill, edge, on, ink } = accentOn(theme, hex)
  const { ground, label } = pageOf[theme]
  return (
    <div
      className="flex flex-1 flex-col items-start gap-2 rounded-sm border border-line p-3 forced-color-adjust-none"
      style={{ background: ground }}
    >
      <span
        className="inline-flex min-h-9 items-center rounded-sm px-3 text-sm font-semibold"
        style={{ background: fill, color: on, boxShadow: `inset 0 0 0 1.5px ${edge}` }}
      >
        Watch now
      </span>
      <span className="text-xs" style={{ color: ink }}>
        {label}
      </span>
    </div>
  )
}

type ColourInputProps = { path: string; node: FieldNode; ties: InputTies }

/** A colour: one of a few, any other by the browser's own picker, or typed; with what becomes of it on pages. */
export function ColourInput({ path, node, ties }: ColourInputProps) {
  const draft = useDraft()
  const { value } = useValue(path)
  const text = typeof value === 'string' ? value : ''
  const tidy = tidyPasted('colour', text)
  const isColour = /^#[0-9a-f]{6}$/.test(tidy)
  const shown = isColour ? tidy : deliveredAccent
  const notes = isColour ? accentNotes(tidy) : []
  return (
    <div>
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={`${node.title}: pick one`}
          value={shown}
          onChange={({ currentTarget }) => draft.change(path, currentTarget.value)}
          className="h-11 w-14 shrink-0 cursor-pointer rounded-sm border border-control bg-surface p-1"
        />
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={`Default: ${deliveredAccent}`}
          {...ties}
          value={text}
          onChange={({ currentTarget }) => draft.change(path, currentTarget.value)}
          onBlur={({ currentTarget }) => {
            const typed = tidyPasted('colour', currentTarget.value)
            if (typed !== currentTarget.value) draft.change(path, typed)
          }}
          className={`${fieldLook} min-h-11! max-w-48 font-mono aria-invalid:border-danger`}
        />
      </div>
      <ul aria-label="Colors to start with" className="-ml-1.5 mt-3 flex flex-wrap">
        {offered.map(([name, hex]) => (
          <li key={hex}>
            <button
              type="button"
              aria-label={name}
              title={name}
              aria-pressed={tidy === hex}
              onClick={() => draft.change(path, hex)}
              className="flex size-11 items-center justify-center rounded-full border-2 border-transparent aria-pressed:border-ink"
            >
              <span
                className="size-8 rounded-full border border-line forced-color-adjust-none"
                style={{ background: hex }}
              />
            </button>
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="mt-3 flex gap-2">
        <Sample theme="light" hex={shown} />
        <Sample theme="dark" hex={shown} />
      </div>
      <p role="status" className="mt-1.5 text-xs text-ink-2">
        {notes.join(' ')}
      </p>
    </div>
  )
}

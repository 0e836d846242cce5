import type { ReactNode } from 'react'
import { useKeptFocus } from './use-kept-focus.ts'

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** The visible words, or with `bare` the name for screen readers. */
  children: ReactNode
  bare?: boolean
}

/** An on/off switch with its words beside it: a real checkbox, drawn as a switch. */
export function Switch({ checked, onChange, disabled = false, children, bare = false }: SwitchProps) {
  return (
    <label className="relative inline-flex min-h-11 min-w-11 items-center gap-2.5 md:min-h-9 md:min-w-0">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a real checkbox tells its state by itself.
        role="switch"
        checked={checked}
        {...useKeptFocus(disabled)}
        onChange={(event) => !disabled && onChange(event.currentTarget.checked)}
        className="peer absolute inset-0 m-0 h-full w-full appearance-none rounded-sm disabled:cursor-not-allowed aria-disabled:cursor-not-allowed"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-sunken transition-colors peer-checked:border-transparent peer-checked:bg-accent peer-disabled:opacity-50 peer-aria-disabled:opacity-50 peer-checked:*:translate-x-4 peer-checked:*:bg-on-accent forced-colors:*:bg-[ButtonText] forced-colors:peer-checked:bg-[Highlight] forced-colors:peer-checked:*:bg-[HighlightText]"
      >
        <span className="ml-0.5 block size-3.5 rounded-full bg-control transition-transform" />
      </span>
      <span className={bare ? 'sr-only' : 'pointer-events-none text-sm text-ink-2'}>{children}</span>
    </label>
  )
}

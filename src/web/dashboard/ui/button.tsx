import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { useKeptFocus } from './use-kept-focus.ts'

const looks = {
  /** The one action of a view. */
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent font-medium',
  /** Any other action. */
  plain: 'bg-surface text-ink border-line-strong hover:bg-sunken',
  /** An action that cannot be taken back, once it has been asked about. */
  danger: 'bg-surface text-danger border-danger hover:bg-sunken',
  /** An action within a line of text or a toolbar. */
  quiet: 'border-transparent text-ink-2 hover:text-ink hover:bg-sunken',
}

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-sm border text-sm whitespace-nowrap transition-colors disabled:opacity-60 aria-disabled:opacity-60 md:min-h-9'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: keyof typeof looks
  ref?: Ref<HTMLButtonElement>
}

/** Does nothing, not even send a form. */
const ignore = (event: MouseEvent) => event.preventDefault()

/** A button in one of its looks; its height is a thumb's on phones and a pointer's on desktops. */
export function Button({
  look = 'plain',
  className = '',
  type = 'button',
  disabled = false,
  onClick,
  onBlur,
  ...rest
}: ButtonProps) {
  const kept = useKeptFocus(disabled)
  return (
    <button
      type={type}
      className={`${base} px-3 ${looks[look]} ${className}`}
      onClick={disabled ? ignore : onClick}
      {...rest}
      {...kept}
      onBlur={(event) => {
        kept.onBlur(event)
        onBlur?.(event)
      }}
    />
  )
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  ref?: Ref<HTMLButtonElement>
}

/** A square button that shows an icon only; `label` is its name for everyone else. */
export function IconButton({ label, disabled = false, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`${base} w-11 shrink-0 md:w-9 ${looks.quiet}`}
      onClick={disabled ? ignore : onClick}
      {...rest}
      {...useKeptFocus(disabled)}
    />
  )
}

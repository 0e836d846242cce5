import { type FocusEvent, useState } from 'react'

/**
 * What a control wears that can be disabled: while it has the focus it only says that it is, as a browser takes the focus from
 * what is disabled and leaves it nowhere. Whoever uses this ignores what is done to it meanwhile.
 */
export function useKeptFocus(disabled: boolean) {
  const [hasFocus, setHasFocus] = useState(false)
  return {
    disabled: disabled && !hasFocus,
    'aria-disabled': (disabled && hasFocus) || undefined,
    onFocus: () => setHasFocus(true),
    onBlur: ({ currentTarget }: FocusEvent) => {
      // In a window that is left for another one, it is still where the focus will be.
      if (document.activeElement !== currentTarget) setHasFocus(false)
    },
  }
}

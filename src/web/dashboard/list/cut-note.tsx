import type { ReactNode } from 'react'

const number = new Intl.NumberFormat('en-US')

type CutNoteProps = {
  shown: number
  total: number
  /** Which ones are shown: 'newest', or behind the noun 'with the most spend'. */
  which: string
  /** How the others are reached. */
  children?: ReactNode
}

/** Says at the end of a list that it is not whole, and how the rest is reached; nothing where it is. */
export function CutNote({ shown, total, which, children }: CutNoteProps) {
  if (shown >= total) return null
  return (
    <p className="py-3 text-xs text-ink-3">
      Only the {number.format(shown)} {which} are listed, of {number.format(total)}. {children}
    </p>
  )
}

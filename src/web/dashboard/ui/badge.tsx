import type { ReactNode } from 'react'

const tones = {
  neutral: 'text-ink-2 border-line-strong',
  warning: 'text-warning border-line-strong',
  danger: 'text-danger border-line-strong',
}

/** A word with a hairline around it; colour only where the word is good or bad news. */
export function Badge({
  tone = 'neutral',
  title,
  children,
}: {
  tone?: keyof typeof tones
  title?: string
  children: ReactNode
}) {
  return (
    <span
      title={title}
      className={`inline-block max-w-full align-middle truncate rounded-sm border px-1.5 text-xs leading-5 ${tones[tone]}`}
    >
      {children}
    </span>
  )
}

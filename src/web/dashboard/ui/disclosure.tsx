import { ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

const plainLine = 'min-h-11 gap-1.5 text-sm md:min-h-9'

type DisclosureProps = Pick<ComponentProps<'details'>, 'open' | 'onToggle' | 'children'> & {
  title: ReactNode
  /** The classes of where it stands. */
  place?: string
  /** For what few want to open: its line is paler. */
  quiet?: boolean
  /** The classes of its line, where it is not like the others. */
  line?: string
  /** The mark stands before the title, or after all that the line says. */
  mark?: 'first' | 'last'
  'data-part'?: string
  'data-item'?: string
  'data-step'?: string
}

/** A line that opens what belongs beneath it, with a mark that turns. */
export function Disclosure({
  title,
  place = '',
  quiet = false,
  line = plainLine,
  mark = 'first',
  children,
  ...details
}: DisclosureProps) {
  const turning = (
    <ChevronRight
      size={15}
      aria-hidden="true"
      // Of its own line only: one may stand within another that is open.
      className="shrink-0 text-ink-3 transition-[rotate] duration-(--duration-fast) ease-(--ease-out) [[open]>summary>&]:rotate-90"
    />
  )
  return (
    <details className={place} {...details}>
      <summary
        className={`flex list-none items-center [&::-webkit-details-marker]:hidden ${line} ${quiet ? 'text-ink-2 hover:text-ink' : ''}`}
      >
        {mark === 'first' && turning}
        {title}
        {mark === 'last' && turning}
      </summary>
      {children}
    </details>
  )
}

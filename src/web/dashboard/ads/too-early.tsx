import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Popover } from '#web/dashboard/ui/popover.tsx'

/** That the cost of an ad says nothing yet beside those of others; a press tells why. */
export function TooEarly({ of, children }: { of: string; children: ReactNode }) {
  return (
    <Popover
      label="Why it is too early to compare"
      className="-my-3 inline-flex min-h-11 max-w-full items-center gap-1 rounded-sm text-left hover:text-ink lg:-my-1 lg:min-h-8"
      button={
        <>
          {children}
          <span className="sr-only"> {of}: why?</span>
          <ChevronDown size={12} aria-hidden="true" className="shrink-0 text-ink-3" />
        </>
      }
    >
      {() => (
        <p className="p-4 text-sm whitespace-normal text-ink md:max-w-72">
          It has fewer than ten results, and so has another one whose likely cost overlaps with its own: which
          of the two is cheaper may be chance.
        </p>
      )}
    </Popover>
  )
}
